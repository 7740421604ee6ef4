import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Pager } from '../../design/pager.tsx';
import { isTyped, TypedNumber } from '../../design/typed-number.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

/** What a held run waits with. */
export function heldOf({ heldPeople, heldNumbers }: Run): 'ends' | 'numbers' | 'both' {
  if (heldNumbers === 0) return 'ends';
  return heldNumbers === heldPeople ? 'numbers' : 'both';
}

/** A held run, and the decision about it. Approving is guarded as sending the roster was. */
export function HeldRun({ run }: { run: Run }) {
  const roster = useRosterText();
  const { syncs, common } = useMessages();
  const mayChange = useMay('change-people');
  const words = wordsOf(run, syncs);
  const leavers = run.heldPeople - run.heldNumbers;
  const hasToType = leavers > 0 && run.problems.some(({ code }) => code === 'large-offboarding');
  const [typed, setTyped] = useState('');
  const params = { id: run.integrationId, runId: run.id };
  const body = { people: run.heldPeople };
  return (
    <Callout tone="warn" title={words.title}>
      <div className="stack">
        <p>{words.text}</p>
        {mayChange ? (
          <div className="row">
            <ConfirmedButton
              kind="danger"
              {...words.approve}
              danger
              disabled={hasToType && !isTyped(typed, leavers)}
              send={() => call('POST /integrations/:id/syncs/:runId/approve', { params, body })}
            >
              <HeldPeople run={run} />
              {hasToType && (
                <TypedNumber
                  label={roster.typeNumber(leavers)}
                  help={syncs.approveHelp}
                  wrong={roster.typedWrong}
                  number={leavers}
                  value={typed}
                  onChange={setTyped}
                />
              )}
            </ConfirmedButton>
            <ConfirmedButton
              {...words.discard}
              send={() => call('POST /integrations/:id/syncs/:runId/discard', { params, body })}
            />
          </div>
        ) : (
          <p className="small quiet">{common.mayNotChange}</p>
        )}
      </div>
    </Callout>
  );
}

const PER_PAGE = 10;

/** Everybody whom approving concerns, page by page. */
function HeldPeople({ run }: { run: Run }) {
  const { syncs, vocabulary } = useMessages();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/syncs/:runId/changes', {
      params: { id: run.integrationId, runId: run.id },
      query: { outcomes: ['held'], page, perPage: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="stack-s" aria-label={syncs.heldPeople}>
      <h3>{syncs.heldPeople}</h3>
      <Loaded query={query} lines={4}>
        {(found) => (
          <>
            <ul>
              {found.data.map(({ employeeId, hrId, firstName, lastName, reason }) => (
                <li key={`${employeeId} ${hrId}`}>
                  {firstName} {lastName} <span className="small quiet mono">{hrId}</span>
                  {reason === 'new-number-waits' && (
                    <span className="small quiet"> {vocabulary.outcome.renumbered}</span>
                  )}
                </li>
              ))}
            </ul>
            <Pager {...found} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** New numbers wait for another approval than endings do. */
function wordsOf(run: Run, words: Messages['syncs']) {
  const people = run.heldPeople;
  if (run.heldNumbers > 0)
    return {
      title: words.heldNumbersTitle(people),
      text: words.heldNumbersText,
      approve: {
        label: words.approveNumbers,
        title: words.approveNumbersTitle(people),
        text: words.approveNumbersText,
        done: words.approvedNumbers,
      },
      discard: {
        label: words.discardNumbers,
        title: words.discardTitle,
        text: words.discardNumbersText,
        done: words.discarded,
      },
    };
  return {
    title: words.heldTitle(people),
    text: words.heldText,
    approve: {
      label: words.approve,
      title: words.approveTitle(people),
      text: words.approveText,
      done: words.approved,
    },
    discard: {
      label: words.discard,
      title: words.discardTitle,
      text: words.discardText,
      done: words.discarded,
    },
  };
}
