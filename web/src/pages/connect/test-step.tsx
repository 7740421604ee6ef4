import { call } from '../../api/client.ts';
import type { Integration, Source, SourceSurvey } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { SourceProblem } from '../../domain/source-problem.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { isDropped } from '../../domain/use-source.ts';
import { useInputText, useSystemText } from '../../domain/use-system-text.ts';
import type { ConnectStep } from './connect-steps.ts';
import { Rights } from './rights.tsx';
import { Samples } from './samples.tsx';
import { type SurveyState, useStarted } from './use-survey.ts';

/** Asks the system, and shows what the credentials can see. */
export function TestStep({
  integration,
  survey,
  draft,
  go,
}: {
  integration: Integration;
  survey: SurveyState;
  draft: Source;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  useStarted(survey, draft);
  const { test } = survey;
  const seen = test?.survey;
  const isReady = seen && !seen.toConfirm;
  return (
    <>
      <Tested survey={survey} system={draft.system} />
      {seen?.toConfirm && (
        <ToConfirm
          id={integration.id}
          system={draft.system}
          asked={seen.toConfirm}
          onConfirmed={() => survey.start(false)}
        />
      )}
      {isReady && (
        <>
          <Rights survey={seen} system={draft.system} />
          <Samples survey={survey} seen={seen} />
        </>
      )}
      <div className="step-actions">
        <Button icon="left" onClick={() => go('credentials')}>
          {connect.step.credentials}
        </Button>
        <Button icon="undo" busy={survey.isPending} onClick={() => survey.start(false)}>
          {connect.again}
        </Button>
        {isReady && (
          <Button kind="primary" icon="right" onClick={() => go('mapping')}>
            {connect.next}
          </Button>
        )}
      </div>
    </>
  );
}

/** The result in a sentence. */
export function Tested({ survey, system }: { survey: SurveyState; system: string }) {
  const connect = useConnectText();
  const { name } = useSystemText()(system);
  const { test, error } = survey;
  const sees = isDropped({ system }) ? connect.drop.inFile : connect.sees;
  if (error)
    return (
      <>
        <StepTitle>{connect.failed}</StepTitle>
        <Problem error={error} />
      </>
    );
  if (!test)
    return (
      <div className="card card-body">
        <ProgressBar label={connect.asking(name)} done={null} total={100} />
      </div>
    );
  if (test.problem)
    return (
      <>
        <StepTitle>{name}</StepTitle>
        <SourceProblem title={connect.failed} system={system} failure={test.problem} />
      </>
    );
  if (!test.survey || test.survey.toConfirm) return null;
  return (
    <>
      <StepTitle>{connect.works}</StepTitle>
      <Callout tone="good" title={name}>
        {test.survey.people === null ? connect.seesUnknown : sees(test.survey.people)}
      </Callout>
    </>
  );
}

/** Something that only a person can compare, such as the fingerprint of a server. */
function ToConfirm({
  id,
  system,
  asked: { input, value },
  onConfirmed,
}: {
  id: number;
  system: string;
  asked: NonNullable<SourceSurvey['toConfirm']>;
  onConfirmed: () => void;
}) {
  const connect = useConnectText();
  const { label } = useInputText(system)(input);
  return (
    <>
      <StepTitle>{connect.confirmTitle(label)}</StepTitle>
      <Card title={label} text={connect.confirmText}>
        <div className="stack">
          <p className="mono fingerprint">{value}</p>
          <div className="row">
            <ConfirmedButton
              kind="primary"
              label={connect.confirm}
              title={connect.confirmTitle(label)}
              text={<span className="mono fingerprint">{value}</span>}
              send={() =>
                call('PUT /integrations/:id/source/draft', {
                  params: { id },
                  // What is not named stays as it was entered.
                  body: { system: system as 'sftp-fetch', values: { [input]: value } },
                })
              }
              done={connect.confirmed}
              next={onConfirmed}
            />
          </div>
        </div>
      </Card>
    </>
  );
}
