import { useQuery } from '@tanstack/react-query';
import { describeAct } from '../../../../texts/describe-act.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { ActOutcome, EmployeeRequest } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Radios, TextAreaField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useErrorText, useRefusalText } from '../../language/use-error-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useRequestsText } from './use-requests-text.ts';
import './requests.css';

type Decision = 'approve' | 'refuse';

/** Shows what approving would mean today, and sends the answer. */
export function AnswerDialog({
  request,
  name,
  onClose,
}: {
  request: EmployeeRequest;
  name: string;
  onClose: () => void;
}) {
  const requests = useRequestsText();
  const { actions } = useMessages();
  const format = useFormat();
  const params = { id: request.id };
  const preview = useQuery({
    ...routeQuery('POST /requests/:id/preview', { params }),
    staleTime: 0,
    retry: false,
  });
  const outcome = preview.data?.outcome ?? null;
  const form = useForm({
    initial: { decision: 'approve' as Decision, note: '' },
    send: async ({ decision, note }) => {
      const answer = note.trim();
      // Without an outcome there is nothing to approve.
      if (decision === 'refuse' || !outcome)
        await call('POST /requests/:id/refuse', { params, body: { answer } });
      else
        await call('POST /requests/:id/approve', {
          params,
          body: {
            effectiveOn: outcome.effectiveOn,
            contributionCents: outcome.contributionCents,
            ...(answer && { answer }),
          },
        });
      return outcome ? decision : 'refuse';
    },
    done: (decision) => (decision === 'refuse' ? requests.refused : requests.approved),
    next: onClose,
  });
  const decision: Decision = preview.data && !outcome ? 'refuse' : form.values.decision;
  const isLater = outcome !== null && outcome.effectiveOn !== request.effectiveOn;
  const button = decision === 'refuse' ? requests.refuse : isLater ? requests.confirmLater : requests.approve;
  return (
    <FormDialog
      wide
      title={requests.answerTitle(actions.names[request.action], name)}
      text={requests.answerText(format.day(request.askedOn))}
      button={button}
      danger={decision === 'refuse'}
      disabled={decision === 'refuse' ? form.values.note.trim() === '' : !outcome}
      form={form}
      onClose={onClose}
    >
      <Meaning request={request} query={preview} outcome={outcome} />
      {outcome && (
        <Radios
          label={requests.decision}
          value={form.values.decision}
          options={[
            { value: 'approve', label: requests.approve },
            { value: 'refuse', label: requests.refuse },
          ]}
          onChange={(chosen) => form.set({ decision: chosen })}
        />
      )}
      <TextAreaField
        label={requests.note}
        help={requests.noteHelp}
        rows={3}
        maxLength={500}
        value={form.values.note}
        onChange={(note) => form.set({ note })}
      />
    </FormDialog>
  );
}

function Meaning({
  request,
  query,
  outcome,
}: {
  request: EmployeeRequest;
  query: ReturnType<typeof useQuery<{ refusal: Parameters<ReturnType<typeof useRefusalText>>[0] | null }>>;
  outcome: ActOutcome | null;
}) {
  const requests = useRequestsText();
  const { actions, vocabulary } = useMessages();
  const format = useFormat();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  if (query.error) return <Callout tone="bad">{errorText(query.error)}</Callout>;
  if (!query.data) return <p className="quiet">{requests.working}</p>;
  if (!outcome)
    return (
      <Callout tone="warn" title={requests.impossible} urgent>
        <p>{query.data.refusal && refusalText(query.data.refusal)}</p>
        <p>{requests.impossibleText}</p>
      </Callout>
    );
  const plan = request.planType && vocabulary.plan[request.planType];
  const lines = describeAct({ ...outcome, action: request.action, plan }, actions.happens, format);
  const { effectiveOn, contributionCents } = outcome;
  return (
    <section aria-live="polite">
      <h3>{requests.happens}</h3>
      <ul className="request-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {contributionCents !== null && <li>{requests.pays(format.money(contributionCents))}</li>}
      </ul>
      {effectiveOn !== null && request.effectiveOn !== null && effectiveOn !== request.effectiveOn && (
        <Callout tone="warn">
          {requests.later(format.day(request.effectiveOn), format.day(effectiveOn))}
        </Callout>
      )}
      {contributionCents !== null &&
        request.contributionCents !== null &&
        contributionCents !== request.contributionCents && (
          <Callout tone="warn">
            {requests.costsOther(format.money(request.contributionCents), format.money(contributionCents))}
          </Callout>
        )}
    </section>
  );
}
