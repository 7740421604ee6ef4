import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/api-error.ts';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { RosterComparison } from '../../api/routes.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { DifferenceList } from './difference-list.tsx';
import { OtherRoster } from './other-roster.tsx';
import { SendAgain } from './send-again.tsx';

/** Compares the roster of a run with another one, and sends the earlier of the two again. */
export default function ComparePage({ integrationId, runId }: { integrationId: number; runId: number }) {
  const { syncs } = useMessages();
  const earlier = useEarlierText();
  const address = useListAddress();
  const other = address.get('with') || 'previous';
  const query = useQuery(
    routeQuery('GET /integrations/:id/syncs/:runId/differences', {
      params: { id: integrationId, runId },
      query: { with: other },
    }),
  );
  return (
    <div className="page">
      <PageHead
        title={earlier.title}
        text={earlier.text}
        back={{ to: `/integrations/${integrationId}/syncs/${runId}`, label: syncs.backToSync }}
      />
      <OtherRoster
        integrationId={integrationId}
        runId={runId}
        value={other}
        onChange={(value) => address.set({ with: value })}
      />
      {hasCode(query.error, 'not-found') ? (
        <Empty icon="log" title={earlier.first}>
          {earlier.firstText}
        </Empty>
      ) : (
        <Loaded query={query} lines={6}>
          {(comparison) => (
            <Compared
              key={`${comparison.before.runId}-${comparison.after.runId}`}
              integrationId={integrationId}
              runId={runId}
              other={other}
              comparison={comparison}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}

function Compared({
  integrationId,
  runId,
  other,
  comparison,
}: {
  integrationId: number;
  runId: number;
  other: string;
  comparison: RosterComparison;
}) {
  const { common } = useMessages();
  const earlier = useEarlierText();
  const { language } = useLanguage();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const { before, after } = comparison;
  const [from, to] = [format.moment(before.acceptedAt), format.moment(after.acceptedAt)];
  const invalid = before.invalid + after.invalid;
  return (
    <>
      <Card
        title={earlier.between(from, to)}
        text={`${earlier.roster(from, before.entryCount)} → ${earlier.roster(to, after.entryCount)}`}
        flush
        actions={
          <DownloadLink
            size="small"
            href={fileUrl('GET /integrations/:id/syncs/:runId/differences.csv', {
              params: { id: integrationId, runId },
              query: { with: other, language },
            })}
          >
            {common.exportCsv}
          </DownloadLink>
        }
      >
        {invalid > 0 && (
          <div className="card-body">
            <Callout tone="info">{earlier.invalid(invalid)}</Callout>
          </div>
        )}
        <DifferenceList comparison={comparison} />
      </Card>
      {mayChange && <SendAgain integrationId={integrationId} roster={before} />}
    </>
  );
}
