import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ABSENCES, PEOPLE } from '../../../../roster-files/columns.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { FileMapping } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Steps } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import type { AbsenceSource } from './absences-card.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { draftOf, hasAbsences } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { rememberMapping } from './remember-mapping.ts';
import { ReviewStep } from './review-step.tsx';
import { SentStep } from './sent-step.tsx';
import { newSyncId, useCheck } from './use-check.ts';
import { useTable } from './use-table.ts';
import './send-roster.css';

const STEPS = ['file', 'review', 'confirm'] as const;
type Step = (typeof STEPS)[number];

/**
 * Three steps: choose a file, review what it would do, confirm and send. A roster can be sent only after its preview: it is the
 * complete list, and a wrong file offboards people.
 */
export default function SendRosterPage({ integrationId }: { integrationId: number }) {
  const roster = useRosterText();
  const { integrations, common } = useMessages();
  const mayChange = useMay('change-people');
  const params = { id: integrationId };
  const integration = useQuery(routeQuery('GET /integrations/:id', { params })).data;
  const mapping = useQuery(routeQuery('GET /integrations/:id/file-mapping', { params }));
  const [visit, setVisit] = useState(0);
  return (
    <div className="page">
      <PageHead
        title={roster.title}
        text={roster.text}
        // Screen readers need a link with a text, so it leads to all integrations until the name is loaded.
        back={
          integration
            ? { to: `/integrations/${integrationId}`, label: integration.name }
            : { to: '/integrations', label: integrations.back }
        }
      />
      {integration && integration.source !== null ? (
        <Callout tone="warn">{roster.isFetched}</Callout>
      ) : mayChange ? (
        <Loaded query={mapping}>
          {(remembered) => (
            <Sending
              key={visit}
              integrationId={integrationId}
              remembered={remembered}
              onAnother={() => setVisit(visit + 1)}
            />
          )}
        </Loaded>
      ) : (
        <p className="quiet">{common.mayNotChange}</p>
      )}
    </div>
  );
}

function Sending({
  integrationId,
  remembered,
  onAnother,
}: {
  integrationId: number;
  remembered: FileMapping;
  onAnother: () => void;
}) {
  const roster = useRosterText();
  const client = useQueryClient();
  const people = useTable(PEOPLE, remembered.columns, remembered.dates);
  const absences = useTable(ABSENCES, remembered.absenceColumns, remembered.dates);
  const [source, setSource] = useState<AbsenceSource>('keep');
  const check = useCheck(integrationId);
  const address = useStepAddress();
  const { checked, data } = check;
  // An address may name a step for which this visit has nothing to show.
  const step: Step =
    address.step === 'confirm' && data ? 'confirm' : address.step !== 'file' && checked ? 'review' : 'file';

  const names = STEPS.map((name) => roster.step[name]);

  const start = async () => {
    if (!people.ready) return;
    const isInFile = hasAbsences(people.ready);
    const second = !isInFile && source === 'file' && absences.ready;
    const draft = draftOf(people.ready, second && 'table' in second ? second : undefined);
    check.start({
      syncId: newSyncId(draft),
      fileName: people.opened?.name ?? '',
      draft,
      absences: isInFile ? 'inFile' : source,
      leavesOutWrongRows: false,
      dropped: [],
    });
    address.go('review');
    // The check does not wait for this: a mapping that was not remembered is chosen again next time.
    await rememberMapping(integrationId, remembered, people, absences).catch(() => {});
    await client.invalidateQueries({ queryKey: ['GET /integrations/:id/file-mapping'] });
  };

  if (address.runId !== undefined)
    return (
      <>
        <Steps names={names} current={STEPS.length} />
        <SentStep
          integrationId={integrationId}
          runId={address.runId}
          onAnother={() => {
            address.go('file');
            onAnother();
          }}
        />
      </>
    );
  return (
    <>
      <Steps names={names} current={STEPS.indexOf(step)} />
      {step === 'file' && (
        <FileStep
          people={people}
          absences={absences}
          source={source}
          onSource={setSource}
          onCheck={() => void start()}
        />
      )}
      {step === 'review' && (
        <ReviewStep
          check={check}
          onBack={() => {
            if (check.isPending) check.stop();
            address.go('file');
          }}
          onNext={() => address.go('confirm')}
        />
      )}
      {step === 'confirm' && checked && data && (
        <ConfirmStep
          integrationId={integrationId}
          checked={checked}
          preview={data}
          onBack={() => address.go('review')}
          onSent={address.showRun}
        />
      )}
    </>
  );
}

/** The address names the step, so that the browser's own way back leads to the step before. */
function useStepAddress() {
  const [search, setSearch] = useSearchParams();
  const named = search.get('step');
  const step: Step = named === 'review' || named === 'confirm' ? named : 'file';
  const runId = Number(search.get('run')) || undefined;
  return {
    step,
    runId,
    go: (next: Step) => setSearch(next === 'file' ? {} : { step: next }),
    // A roster that has been sent is not sent again by going back to its last step.
    showRun: (id: number) => setSearch({ run: String(id) }, { replace: true }),
  };
}
