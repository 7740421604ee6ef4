import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { CsvLink, List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { changeKey, useChangeColumns } from './change-columns.tsx';
import { OUTCOMES } from './outcome-badge.tsx';

const PER_PAGE = 25;
const CHOICES = [...OUTCOMES, 'all'] as const;
type Choice = (typeof CHOICES)[number];

export function ChangeList({ run }: { run: Run }) {
  const { syncs } = useMessages();
  const { language } = useLanguage();
  const address = useListAddress();
  // A held run first shows the people it would offboard.
  const chosen = address.choices('outcomes', CHOICES)[0] ?? (run.status === 'held' ? 'held' : 'all');
  const outcomes = chosen === 'all' ? [] : [chosen];
  const search = address.get('search');
  const params = { id: run.integrationId, runId: run.id };
  const changes = routeQuery('GET /integrations/:id/syncs/:runId/changes', {
    params,
    query: { outcomes, search, page: address.page, perPage: PER_PAGE },
  });
  // The status is part of the key, because a run that finishes gets other changes.
  const query = useQuery({ ...changes, queryKey: [...changes.queryKey, run.status] });
  const isFiltered = chosen !== 'all' || search !== '';
  const isEmpty = !isFiltered && query.data?.total === 0;
  const hasChanged = OUTCOMES.some((outcome) => (run.counts[outcome] ?? 0) > 0);
  return (
    <List
      heading={{
        title: syncs.changes,
        text: syncs.changesText,
        actions: !isEmpty && (
          <CsvLink
            size="small"
            href={fileUrl('GET /integrations/:id/syncs/:runId/changes.csv', {
              params,
              query: { outcomes, search, language },
            })}
          />
        ),
      }}
      {...(!isEmpty && {
        search: syncs.search,
        filters: (
          <OutcomeChips
            counts={run.counts}
            chosen={chosen}
            onChoose={(outcome) => address.set({ outcomes: outcome })}
          />
        ),
      })}
      none={
        hasChanged
          ? { icon: 'log', title: syncs.noDetails }
          : { icon: 'check', title: syncs.noChanges, text: syncs.noChangesText }
      }
      noneFound={isFiltered && { title: syncs.nothingFits }}
      query={query}
      columns={useChangeColumns()}
      keyOf={changeKey}
    />
  );
}

function OutcomeChips({
  counts,
  chosen,
  onChoose,
}: {
  counts: Run['counts'];
  chosen: Choice;
  onChoose: (outcome: Choice) => void;
}) {
  const { syncs, common, vocabulary } = useMessages();
  const format = useFormat();
  const present = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0);
  if (present.length < 2) return null;
  return (
    <fieldset className="chips" aria-label={syncs.outcome}>
      <button type="button" className="chip" aria-pressed={chosen === 'all'} onClick={() => onChoose('all')}>
        {common.all}
      </button>
      {present.map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="chip"
          aria-pressed={chosen === outcome}
          onClick={() => onChoose(outcome)}
        >
          {vocabulary.outcome[outcome]}{' '}
          <span className="chip-count">{format.number(counts[outcome] ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
