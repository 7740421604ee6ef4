import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { detailsBeside, type RecordedAction } from '../../../../texts/sentence.ts';
import type { Answer } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { ChangedFields } from '../../domain/changed-fields.tsx';
import { Details } from '../../domain/details.tsx';
import { SentenceLine } from '../../domain/sentence-line.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

type HistoryEntry = Answer<'GET /employees/:id/history'>['data'][number];

const STEP = 10;
const MAX_SHOWN = 100;

export function PersonHistory({ person }: { person: { id: number; name: string } }) {
  const { id } = person;
  const { person: words } = useMessages();
  const [shown, setShown] = useState(STEP);
  const query = useQuery(
    routeQuery('GET /employees/:id/history', { params: { id }, query: { perPage: shown } }),
  );
  return (
    <Card title={words.history} text={words.historyText}>
      <Loaded query={query}>
        {(page) =>
          page.data.length === 0 ? (
            <Empty icon="log" title={words.noHistory} />
          ) : (
            <div className="stack">
              <ol className="history">
                {page.data.map((entry) => (
                  <Entry key={keyOf(entry)} entry={entry} person={person} />
                ))}
              </ol>
              {page.total > page.data.length && shown < MAX_SHOWN && (
                <Button
                  size="small"
                  busy={query.isFetching}
                  onClick={() => setShown((before) => Math.min(MAX_SHOWN, before + 3 * STEP))}
                >
                  {words.olderEntries}
                </Button>
              )}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

const keyOf = (entry: HistoryEntry) =>
  `${entry.at} ${entry.action} ${entry.source === 'sync' ? entry.run.id : ''}`;

function Entry({ entry, person }: { entry: HistoryEntry; person: RecordedAction['person'] }) {
  const m = useMessages();
  const format = useFormat();
  const recorded: RecordedAction = {
    action: entry.action,
    actor: entry.actor,
    details: entry.source === 'sync' ? {} : entry.details,
    person,
    thing: null,
    integration:
      entry.source === 'sync' ? { id: entry.run.integrationId, name: entry.run.integrationName } : null,
  };
  return (
    <li className={`history-entry history-${entry.source}`}>
      <p>
        <SentenceLine recorded={recorded} />{' '}
        <span className="quiet small">
          {entry.source === 'sync' && (
            <>
              <Link href={`/integrations/${entry.run.integrationId}/syncs/${entry.run.id}`}>
                {m.person.bySync}
              </Link>
              {', '}
            </>
          )}
          <time dateTime={entry.at}>{format.moment(entry.at)}</time>
        </span>
      </p>
      {entry.source === 'sync' ? (
        <>
          <p className="small">{m.syncs.reasons[entry.reason]}</p>
          <ChangedFields fields={entry.details} />
        </>
      ) : (
        <Details details={detailsBeside(recorded, m)} />
      )}
    </li>
  );
}
