import type { DropAccess, Integration, Source } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { DropAccessCard } from '../../domain/drop-access.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useFormat } from '../../language/use-format.ts';
import type { ConnectStep } from './connect-steps.ts';
import { TestStep } from './test-step.tsx';
import type { SurveyState } from './use-survey.ts';

/** The service says where the file goes, and waits for the first one. What is in it is then shown as for other systems. */
export function DropStep({
  access,
  ...shared
}: {
  access: DropAccess;
  integration: Integration;
  survey: SurveyState;
  draft: Source;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  const { drop } = connect;
  const format = useFormat();
  const { newestFile } = access;
  return (
    <>
      {!newestFile && <StepTitle>{drop.title}</StepTitle>}
      <DropAccessCard access={access} />
      {newestFile ? (
        <>
          <Callout tone="good" title={drop.arrivedTitle}>
            {drop.arrived(newestFile.name, format.moment(newestFile.arrivedAt))}
          </Callout>
          <TestStep {...shared} />
        </>
      ) : (
        <>
          <Callout title={drop.waitingTitle}>{drop.waitingText}</Callout>
          <div className="step-actions">
            <Button icon="left" onClick={() => shared.go('credentials')}>
              {connect.step.credentials}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
