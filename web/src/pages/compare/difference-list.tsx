import { useState } from 'react';
import type { RosterComparison, RosterDifference } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { ChangedFields } from '../../domain/changed-fields.tsx';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const KINDS = ['left', 'came', 'changed'] as const;
type Kind = (typeof KINDS)[number];
/** Longer lists are opened on demand. */
const FIRST = 10;
const TONES = { left: 'bad', came: 'good', changed: 'info' } as const;

/** The people whom two rosters list differently, those who are missing first. */
export function DifferenceList({ comparison }: { comparison: RosterComparison }) {
  const roster = useRosterText();
  const { common } = useMessages();
  const earlier = useEarlierText();
  const format = useFormat();
  const { counts, differences } = comparison;
  const present = KINDS.filter((kind) => counts[kind] > 0);
  const [chosen, setChosen] = useState<Kind | 'all'>('all');
  const [isOpen, setIsOpen] = useState(false);
  const columns = useColumns();
  if (present.length === 0)
    return (
      <Empty icon="check" title={earlier.same}>
        {earlier.sameText}
      </Empty>
    );
  const kinds = chosen === 'all' ? present : [chosen];
  const listed = kinds.flatMap((kind) => differences.filter(({ difference }) => difference === kind));
  const shown = isOpen ? listed : listed.slice(0, FIRST);
  const count = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <>
      <div className="card-body">
        <fieldset className="chips" aria-label={earlier.difference}>
          <button
            type="button"
            className="chip"
            aria-pressed={chosen === 'all'}
            onClick={() => setChosen('all')}
          >
            {common.all}
          </button>
          {present.map((kind) => (
            <button
              key={kind}
              type="button"
              className="chip"
              aria-pressed={chosen === kind}
              onClick={() => setChosen(kind)}
            >
              {earlier.differences[kind]} <span className="chip-count">{format.number(counts[kind])}</span>
            </button>
          ))}
        </fieldset>
      </div>
      <Table items={shown} columns={columns} keyOf={({ hrId }) => hrId} />
      {shown.length < listed.length && (
        <div className="card-body">
          <Button size="small" onClick={() => setIsOpen(true)}>
            {listed.length < count ? roster.showFirst(listed.length) : roster.showAll(listed.length)}
          </Button>
        </div>
      )}
      {isOpen && listed.length < count && (
        <p className="card-body quiet">{roster.shownOf(listed.length, count)}</p>
      )}
    </>
  );
}

function useColumns(): Column<RosterDifference>[] {
  const { syncs } = useMessages();
  const earlier = useEarlierText();
  return [
    {
      title: syncs.person,
      className: 'roomy',
      show: ({ firstName, lastName, hrId }) => (
        <>
          <span className="strong">{`${firstName} ${lastName}`}</span>
          <div className="small quiet mono">{hrId}</div>
        </>
      ),
    },
    {
      title: earlier.difference,
      show: ({ difference, fields }) => (
        <>
          <Badge tone={TONES[difference]}>{earlier.differences[difference]}</Badge>
          <ChangedFields fields={fields as Record<string, { from: unknown; to: unknown }>} />
        </>
      ),
    },
  ];
}
