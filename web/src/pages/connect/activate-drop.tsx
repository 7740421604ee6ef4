import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Integration, SourceOverview } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Problem } from '../../design/problem.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import type { ConnectStep } from './connect-steps.ts';

/** The last step for dropped files, which have no schedule. */
export function ActivateDrop({
  integration: { id },
  source: { active },
  go,
}: {
  integration: Integration;
  source: SourceOverview;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  const [, navigate] = useLocation();
  const activate = useChange({
    send: () =>
      call('POST /integrations/:id/source/draft/activate', { params: { id }, body: { schedule: 'manual' } }),
    done: active ? connect.changed : connect.connected,
    next: () => navigate(`/integrations/${id}/source`),
  });
  return (
    <>
      <StepTitle>{connect.step.schedule}</StepTitle>
      <Callout>{active ? connect.drop.changeText : connect.drop.activateText}</Callout>
      <Problem error={activate.error} />
      <div className="step-actions">
        <Button icon="left" onClick={() => go('preview')}>
          {connect.step.preview}
        </Button>
        <Button kind="primary" busy={activate.isPending} onClick={() => activate.mutate(undefined)}>
          {active ? connect.activateChange : connect.activate}
        </Button>
      </div>
    </>
  );
}
