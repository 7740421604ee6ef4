import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { Employee } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { useMay } from '../../session/context.ts';
import { ChooseGroup } from './choose-group.tsx';
import { useGroupsText } from './use-groups-text.ts';

/** The group of a person, if the company has groups. */
export function PersonGroup({ employee }: { employee: Employee }) {
  const text = useGroupsText();
  const mayChange = useMay('administer');
  const groups = useQuery(routeQuery('GET /groups')).data?.groups ?? [];
  const [choosing, setChoosing] = useState(false);
  if (groups.length === 0) return null;
  const { id, firstName, lastName, group, isGroupByHand } = employee;
  const own = groups.find(({ name }) => name === group);
  return (
    <>
      <dt>{text.group}</dt>
      <dd>
        <div className="row">
          <span>
            {group ?? text.noGroup}
            {isGroupByHand && <span className="quiet"> ({text.chosenByHand})</span>}
          </span>
          {mayChange && (
            <Button size="small" kind="quiet" onClick={() => setChoosing(true)}>
              {text.edit}
            </Button>
          )}
        </div>
        {choosing && (
          <ChooseGroup
            who={{ ids: [id] }}
            name={`${firstName} ${lastName}`}
            present={isGroupByHand ? String(own?.id ?? 'none') : 'by-rule'}
            onClose={() => setChoosing(false)}
          />
        )}
      </dd>
    </>
  );
}
