import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Body, call } from '../../api/client.ts';
import type { Integration, Pull, SourceOverview } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { ScheduleField } from '../../domain/schedule-field.tsx';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { isDropped, isOpen } from '../../domain/use-source.ts';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

type Active = NonNullable<SourceOverview['active']>;

export function FetchNow({ integration, pulls }: { integration: Integration; pulls: readonly Pull[] }) {
  const hrSource = useHrSourceText();
  const mayChange = useMay('change-people');
  const fetchNow = useChange({
    send: () =>
      call('POST /integrations/:id/pulls', {
        params: { id: integration.id },
        body: { purpose: 'roster' },
      }),
    done: hrSource.fetchStarted,
  });
  if (!mayChange || integration.disconnectedAt !== null) return null;
  return (
    <>
      <Problem error={fetchNow.error} />
      <Button
        kind="primary"
        icon="download"
        busy={fetchNow.isPending}
        disabled={pulls.some(isOpen)}
        onClick={() => fetchNow.mutate(undefined)}
      >
        {hrSource.fetchNow}
      </Button>
    </>
  );
}

export function SourceActions({
  integration: { id },
  source,
  active,
}: {
  integration: Integration;
  source: SourceOverview;
  active: Active;
}) {
  const hrSource = useHrSourceText();
  const { name } = useSystemText()(active.system);
  const mayChange = useMay('change-people');
  const [, go] = useLocation();
  const [isScheduling, setIsScheduling] = useState(false);
  const toMapping = () => go(`/integrations/${id}/connect?step=mapping`);
  // The draft begins as a copy of the source in use, with its secrets.
  const changeMapping = useChange({
    send: () =>
      call('PUT /integrations/:id/source/draft', {
        params: { id },
        body: { system: active.system as DraftSystem, values: {} },
      }),
    next: toMapping,
  });
  if (!mayChange) return null;
  return (
    <>
      <Problem error={changeMapping.error} />
      <div className="row">
        <ButtonLink size="small" to={`/integrations/${id}/connect?step=credentials`}>
          {hrSource.changeCredentials}
        </ButtonLink>
        <Button
          size="small"
          busy={changeMapping.isPending}
          onClick={() => (source.draft ? toMapping() : changeMapping.mutate(undefined))}
        >
          {hrSource.changeMapping}
        </Button>
        {!isDropped(active) && (
          <Button size="small" onClick={() => setIsScheduling(true)}>
            {hrSource.changeSchedule}
          </Button>
        )}
        <ConfirmedButton
          size="small"
          label={hrSource.remove}
          title={hrSource.removeTitle(name)}
          text={hrSource.removeText}
          danger
          send={() => call('DELETE /integrations/:id/source', { params: { id } })}
          done={hrSource.removed}
          next={() => go(`/integrations/${id}`)}
        />
      </div>
      {isScheduling && (
        <ScheduleDialog
          id={id}
          schedule={active.schedule}
          usual={source.usualSchedule}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </>
  );
}

type DraftSystem = Body<'PUT /integrations/:id/source/draft'>['system'];

function ScheduleDialog({
  id,
  schedule,
  usual,
  onClose,
}: {
  id: number;
  schedule: string;
  usual: string;
  onClose: () => void;
}) {
  const { common } = useMessages();
  const hrSource = useHrSourceText();
  // The field shows the schedule that it began with, whatever is stored meanwhile.
  const [initial] = useState(schedule);
  const form = useForm({
    initial: { schedule: initial as string | null },
    send: (values) =>
      call('PATCH /integrations/:id/source', {
        params: { id },
        body: { schedule: values.schedule ?? initial },
      }),
    done: common.saved,
    next: onClose,
  });
  return (
    <FormDialog
      title={hrSource.changeSchedule}
      button={common.save}
      disabled={form.values.schedule === null}
      form={form}
      onClose={onClose}
    >
      <ScheduleField initial={initial} usual={usual} onChange={(value) => form.set({ schedule: value })} />
    </FormDialog>
  );
}
