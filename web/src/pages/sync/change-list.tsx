import { useQuery } from '@tanstack/react-query';
import { urlOf } from '../../api/client.ts';
import { changesQuery } from '../../api/sync-queries.ts';
import type { Outcome, Run, RunCounts } from '../../api/types.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { changeKey, useChangeColumns } from './change-columns.tsx';
import { OUTCOMES } from './outcome-badge.tsx';

const PER_PAGE = 25;

export function ChangeList({ run }: { run: Run }) {
  const { syncs, common } = useMessages();
  const address = useListAddress();
  // Of a held run, first of all whom it is about.
  const chosen = address.get('outcomes') || (run.status === 'held' ? 'held' : '');
  const outcomes = chosen === 'all' ? '' : chosen;
  const search = address.get('search');
  const query = useQuery(changesQuery(run, { outcomes, search, page: address.page, perPage: PER_PAGE }));
  const isFiltered = outcomes !== '' || search !== '';
  const isEmpty = !isFiltered && query.data?.total === 0;
  return (
    <Card
      title={syncs.changes}
      text={syncs.changesText}
      flush
      actions={
        !isEmpty && (
          <DownloadLink
            size="small"
            href={urlOf(`/integrations/${run.integrationId}/syncs/${run.id}/changes.csv`, {
              outcomes,
              search,
            })}
          >
            {common.exportCsv}
          </DownloadLink>
        )
      }
    >
      {!isEmpty && (
        <div className="card-body stack">
          <SearchField
            label={syncs.search}
            value={search}
            onChange={(text) => address.set({ search: text })}
          />
          <OutcomeChips
            counts={run.counts}
            chosen={outcomes}
            onChoose={(outcome) => address.set({ outcomes: outcome })}
          />
        </div>
      )}
      <PagedTable
        query={query}
        columns={useChangeColumns()}
        keyOf={changeKey}
        empty={
          <Empty icon="check" title={isFiltered ? syncs.nothingFits : syncs.noChanges}>
            {isFiltered ? null : syncs.noChangesText}
          </Empty>
        }
      />
    </Card>
  );
}

function OutcomeChips({
  counts,
  chosen,
  onChoose,
}: {
  counts: RunCounts;
  chosen: string;
  onChoose: (outcome: Outcome | 'all') => void;
}) {
  const { syncs, common } = useMessages();
  const format = useFormat();
  const there = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0);
  if (there.length < 2) return null;
  return (
    <fieldset className="chips" aria-label={syncs.outcome}>
      <button type="button" className="chip" aria-pressed={chosen === ''} onClick={() => onChoose('all')}>
        {common.all}
      </button>
      {there.map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="chip"
          aria-pressed={chosen === outcome}
          onClick={() => onChoose(outcome)}
        >
          {syncs.outcomes[outcome]} <span className="chip-count">{format.number(counts[outcome] ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
