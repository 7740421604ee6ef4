import { useState } from 'react';
import type { SourceSystem } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import type { ConnectStep } from './connect-steps.ts';
import { SystemChoice } from './system-choice.tsx';

export function SystemStep({
  systems,
  chosen,
  go,
}: {
  systems: readonly SourceSystem[];
  chosen: string | undefined;
  go: (step: ConnectStep, system: string) => void;
}) {
  const connect = useConnectText();
  const [system, setSystem] = useState(chosen ?? '');
  return (
    <>
      <StepTitle>{connect.step.system}</StepTitle>
      <Card>
        <div className="form-narrow">
          <SystemChoice systems={systems} value={system} onChange={setSystem} />
        </div>
      </Card>
      <div className="step-actions">
        <Button kind="primary" icon="right" disabled={!system} onClick={() => go('credentials', system)}>
          {connect.next}
        </Button>
      </div>
    </>
  );
}
