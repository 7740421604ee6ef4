import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Integration, SourceOverview } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import { ScheduleField } from '../../domain/schedule-field.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import type { ConnectStep } from './connect-steps.ts';

/** The last step: from now on the draft is used. */
export function ScheduleStep({
  integration: { id },
  source: { active, usualSchedule },
  go,
}: {
  integration: Integration;
  source: SourceOverview;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  const [, navigate] = useLocation();
  // The field shows the schedule that it began with, whatever is stored meanwhile.
  const [initial] = useState(active?.schedule ?? usualSchedule);
  const form = useForm({
    initial: { schedule: initial as string | null, fetchesAtOnce: true },
    send: async ({ schedule, fetchesAtOnce }) => {
      const params = { id };
      await call('POST /integrations/:id/source/draft/activate', {
        params,
        body: { schedule: schedule ?? initial },
      });
      if (fetchesAtOnce) await call('POST /integrations/:id/pulls', { params, body: { purpose: 'roster' } });
    },
    done: active ? connect.changed : connect.connected,
    next: () => navigate(`/integrations/${id}/source`),
  });
  const { schedule, fetchesAtOnce } = form.values;
  return (
    <>
      <StepTitle>{connect.step.schedule}</StepTitle>
      <Card>
        <form
          className="form form-narrow"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.mutate(undefined);
          }}
        >
          <Problem error={form.error} />
          <ScheduleField
            initial={initial}
            usual={usualSchedule}
            onChange={(value) => form.set({ schedule: value })}
          />
          <SwitchField
            label={connect.fetchAtOnce}
            help={connect.fetchAtOnceText}
            checked={fetchesAtOnce}
            onChange={(checked) => form.set({ fetchesAtOnce: checked })}
          />
          <div className="row">
            <Button icon="left" onClick={() => go('preview')}>
              {connect.step.preview}
            </Button>
            <Button type="submit" kind="primary" busy={form.isPending} disabled={schedule === null}>
              {active ? connect.activateChange : connect.activate}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
