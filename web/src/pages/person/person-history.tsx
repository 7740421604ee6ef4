import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { personHistoryQuery } from '../../api/queries.ts';
import type { HistoryEntry } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { actionName } from '../../domain/action-name.ts';
import { ActorName } from '../../domain/actor-name.tsx';
import { ChangedFields } from '../../domain/changed-fields.tsx';
import { Details } from '../../domain/details.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const STEP = 10;
const MOST = 100;

export function PersonHistory({ id }: { id: number }) {
  const { person } = useMessages();
  const [shown, setShown] = useState(STEP);
  const query = useQuery(personHistoryQuery(id, { perPage: shown }));
  return (
    <Card title={person.history} text={person.historyText}>
      <Loaded query={query}>
        {(page) =>
          page.data.length === 0 ? (
            <Empty icon="log" title={person.noHistory} />
          ) : (
            <div className="stack">
              <ol className="history">
                {page.data.map((entry) => (
                  <Entry key={`${entry.at} ${entry.action} ${entry.run?.id ?? ''}`} entry={entry} />
                ))}
              </ol>
              {page.total > page.data.length && shown < MOST && (
                <Button
                  size="small"
                  busy={query.isFetching}
                  onClick={() => setShown((before) => Math.min(MOST, before + 3 * STEP))}
                >
                  {person.olderEntries}
                </Button>
              )}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const m = useMessages();
  const format = useFormat();
  return (
    <li className={`history-entry history-${entry.source}`}>
      <p>
        <span className="strong">{actionName(entry.action, m)}</span>{' '}
        <span className="quiet small">
          {entry.run ? (
            <Link href={`/integrations/${entry.run.integrationId}/syncs/${entry.run.id}`}>
              {m.person.bySync(entry.run.syncId ?? String(entry.run.id))}
            </Link>
          ) : (
            <ActorName actor={entry.actor} />
          )}
          , <time dateTime={entry.at}>{format.moment(entry.at)}</time>
        </span>
      </p>
      {entry.reason && (
        <p className="small">{(m.syncs.reasons as Record<string, string>)[entry.reason] ?? entry.reason}</p>
      )}
      {entry.source === 'sync' ? (
        <ChangedFields fields={entry.details as Record<string, { from: unknown; to: unknown }>} />
      ) : (
        <Details details={entry.details} />
      )}
    </li>
  );
}
