import { useQuery } from '@tanstack/react-query';
import { rosterRefusal } from '../../../../texts/roster-refusal.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Attempt, Integration } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { ActorName } from '../../domain/actor-name.tsx';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { useRosterPlace } from '../../domain/use-roster-place.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';

const SHOWN = 10;
const MAX_ERRORS = 3;

/** The latest refused rosters. Nothing is shown if there are none. */
export function AttemptList({ integration }: { integration: Integration }) {
  const { integrations, syncs } = useMessages();
  const hrSource = useHrSourceText();
  const format = useFormat();
  const { language } = useLanguage();
  const attempts =
    useQuery(
      routeQuery('GET /integrations/:id/attempts', {
        params: { id: integration.id },
        query: { page: 1, perPage: SHOWN },
      }),
    ).data?.data ?? [];
  if (attempts.length === 0) return null;
  return (
    <Card
      title={integration.source === null ? integrations.attempts : integrations.notFetched}
      text={integration.source === null ? integrations.attemptsText : integrations.notFetchedText}
      flush
    >
      <Table
        items={attempts}
        keyOf={({ id }) => id}
        columns={[
          {
            title: hrSource.when,
            show: ({ lastAt, count, sender }) => (
              <>
                {format.moment(lastAt)}
                {count > 1 && ` ${integrations.times(count)}`}
                <div className="small quiet">{sender && <ActorName actor={sender} />}</div>
              </>
            ),
          },
          { title: integrations.reason, show: (attempt) => <Reason attempt={attempt} /> },
          {
            title: syncs.facts,
            onPhone: 'named',
            className: 'small quiet mono',
            show: ({ requestId, syncId, status, code, detail }) => (
              <>
                {status} {code}
                {language === 'de' && detail && (
                  <div className="attempt-detail" lang="en">
                    {detail}
                  </div>
                )}
                <div>{requestId}</div>
                {syncId !== requestId && <div className="truncate">{syncId}</div>}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** In words for HR. The detail is an English sentence, so in German it is among the technical facts. */
function Reason({ attempt: { code, detail, field, right, errors, errorCount } }: { attempt: Attempt }) {
  const { integrations, vocabulary } = useMessages();
  const placeOf = useRosterPlace();
  const { language } = useLanguage();
  return (
    <>
      <span className="strong">{rosterRefusal(code, vocabulary, field)}</span>
      {right && <div className="small">{vocabulary.rightToGrant(right)}</div>}
      {errors.slice(0, MAX_ERRORS).map((error) => (
        <div key={`${error.pointer} ${error.code}`} className="small quiet">
          {placeOf(error)} {integrations.refusedValue(error.code, error.pointer.split('/').at(-1) ?? '')}
        </div>
      ))}
      {errorCount > MAX_ERRORS && (
        <div className="small quiet">{integrations.moreErrors(errorCount - MAX_ERRORS)}</div>
      )}
      {language === 'en' && <div className="small quiet">{detail}</div>}
    </>
  );
}
