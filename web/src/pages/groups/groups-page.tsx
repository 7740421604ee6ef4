import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { Company, Group, Groups } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMay } from '../../session/context.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupTable } from './group-table.tsx';
import { type GroupChange, ReviewGroupChange } from './review-group-change.tsx';
import { useGroupsText } from './use-groups-text.ts';
import './groups.css';

/** Groups of people with amounts of their own. */
export default function GroupsPage() {
  const text = useGroupsText();
  const mayChange = useMay('administer');
  const groups = useQuery(routeQuery('GET /groups'));
  const company = useQuery(routeQuery('GET /company'));
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const [change, setChange] = useState<GroupChange | null>(null);
  const create = mayChange && (
    <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
      {text.create}
    </Button>
  );
  return (
    <div className="page">
      <PageHead title={text.title} text={text.text} actions={create} />
      <Loaded query={company} lines={6}>
        {(own) => (
          <Loaded query={groups} lines={6}>
            {(list) => (
              <>
                {list.held && (
                  <HeldMoves held={list.held} onRelease={() => setChange({ action: 'release', name: '' })} />
                )}
                <div className="card">
                  {list.groups.length === 0 ? (
                    <Empty icon="people" title={text.none} action={create}>
                      {text.noneText}
                    </Empty>
                  ) : (
                    <GroupTable list={list} company={own} onEdit={setEditing} onChange={setChange} />
                  )}
                </div>
                {editing && (
                  <Editing
                    company={own}
                    group={editing}
                    onClose={() => setEditing(null)}
                    onReview={(next) => {
                      setEditing(null);
                      setChange(next);
                    }}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
      {change && <ReviewGroupChange change={change} onClose={() => setChange(null)} />}
    </div>
  );
}

function Editing({
  group,
  ...dialog
}: {
  company: Company;
  group: Group | 'new';
  onClose: () => void;
  onReview: (change: GroupChange) => void;
}) {
  return <GroupDialog {...dialog} {...(group !== 'new' && { group })} />;
}

/** A roster would have moved many people. */
function HeldMoves({ held, onRelease }: { held: NonNullable<Groups['held']>; onRelease: () => void }) {
  const text = useGroupsText();
  const mayChange = useMay('administer');
  return (
    <Callout tone="warn" title={text.held(held.people, held.outOf)}>
      <div className="stack-s">
        <p>{text.heldText}</p>
        {mayChange && (
          <div className="row">
            <Button onClick={onRelease}>{text.release}</Button>
          </div>
        )}
      </div>
    </Callout>
  );
}
