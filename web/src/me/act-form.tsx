import { type FormEvent, useEffect, useId, useState } from 'react';
import { describeAct } from '../../../texts/describe-act.ts';
import type { Format } from '../../../texts/format.ts';
import { Callout } from '../design/callout.tsx';
import { MonthFields, PlanFields } from './act-fields.tsx';
import { type ActInput, type ActionName, type ActPreview, act, previewAct, Refusal } from './api.ts';
import type { EmployeePage } from './routes.ts';
import { useFocus } from './use-focus.ts';
import { m } from './words.ts';

interface Props {
  action: ActionName;
  page: EmployeePage;
  format: Format;
  back: () => void;
  /** What has happened, in sentences. */
  done: (news: readonly string[]) => Promise<void>;
}

/** Shows from when the action counts and what it costs, and does it once that is confirmed. */
export function ActForm({ action, page, format, back, done }: Props) {
  const [input, setInput] = useState<ActInput>(() => firstInput(action, page));
  const [preview, setPreview] = useState<ActPreview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Raised to look at the outcome once more.
  const [round, setRound] = useState(0);
  const heading = useFocus<HTMLHeadingElement>(true);
  const id = useId();
  const { acts } = m;
  const { path } = page;
  const asks = page.acts.mode === 'ask';

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    let isCurrent = true;
    setPreview(undefined);
    previewAct(path, action, input).then(
      (found) => isCurrent && setPreview(found),
      (error) => isCurrent && setProblem(textOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, action, input, round]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const outcome = preview?.outcome;
    if (!outcome || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act(path, action, input, outcome);
      await done(newsOf(outcome));
    } catch (error) {
      setProblem(textOf(error));
      setRound((before) => before + 1);
      setBusy(false);
    }
  };

  const newsOf = (outcome: Outcome) => {
    if (asks) return [acts.asked];
    return outcome.offered
      ? [acts.sign]
      : [acts.done, ...sentencesOf(outcome, { action, input, page, format })];
  };

  return (
    <form className="me-act-form stack" aria-labelledby={id} onSubmit={(event) => void submit(event)}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {acts.names[action]}
      </h3>
      <PlanFields action={action} page={page} input={input} change={setInput} />
      {action === 'pause' && <MonthFields page={page} format={format} input={input} change={setInput} />}
      <div aria-live="polite" aria-busy={!preview}>
        <Preview preview={preview} action={action} input={input} page={page} format={format} />
      </div>
      {asks && <p className="small quiet">{acts.asks}</p>}
      {problem !== undefined && (
        <Callout tone="bad" urgent>
          {problem}
        </Callout>
      )}
      <div className="me-buttons">
        <button
          type="submit"
          className="button button-primary"
          disabled={busy || !preview?.outcome}
          aria-busy={busy}
        >
          {asks ? acts.ask : acts.binding[action]}
        </button>
        <button type="button" className="button" onClick={back}>
          {acts.back}
        </button>
      </div>
    </form>
  );
}

type Outcome = NonNullable<ActPreview['outcome']>;

function sentencesOf(
  outcome: Outcome,
  { action, input, page, format }: Pick<Props, 'action' | 'page' | 'format'> & { input: ActInput },
): string[] {
  const keepsPlan = action === 'change-plan' && input.planType === page.planType;
  const plan = keepsPlan || !input.planType ? null : m.acts.planNames[input.planType];
  return describeAct({ ...outcome, action, plan }, m.acts.happens, format);
}

function Preview({
  preview,
  action,
  input,
  page,
  format,
}: Pick<Props, 'action' | 'page' | 'format'> & { preview: ActPreview | undefined; input: ActInput }) {
  const { acts } = m;
  if (!preview) return <p className="quiet">{acts.working}</p>;
  const { outcome, refusal } = preview;
  if (!outcome)
    return <Callout tone="warn">{refusal ? refusalText(refusal, format) : acts.impossible}</Callout>;
  const { contributionCents } = outcome;
  const { cancelUntilDay } = page.acts;
  const lines = sentencesOf(outcome, { action, input, page, format });
  if (action === 'cancel' && !outcome.dropped && cancelUntilDay !== null)
    lines.push(acts.cancelUntil(cancelUntilDay));
  return (
    <ul className="me-outcome">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {contributionCents !== null && (
        <li className="strong">
          {contributionCents === 0 ? acts.free : acts.pays(format.money(contributionCents))}
        </li>
      )}
    </ul>
  );
}

/** The choice with which the form begins. */
function firstInput(action: ActionName, { acts, planType }: EmployeePage): ActInput {
  // The default plan, or the one that the person had.
  if (action === 'enrol' && acts.plansToOrder.includes(planType)) return { planType };
  const plans = action === 'enrol' ? acts.plansToOrder : action === 'change-plan' ? acts.plansToChange : [];
  if (plans[0]) return { planType: plans[0] };
  return action === 'pause' ? { fromMonth: acts.pauseFrom, untilMonth: acts.pauseFrom } : {};
}

function refusalText({ reason, values }: NonNullable<ActPreview['refusal']>, format: Format): string {
  const texts: Partial<Record<string, (on: string) => string>> = m.acts.refusals;
  const { day, month } = values as Record<string, string | undefined>;
  const on = day ? format.day(day) : month ? format.month(month) : '';
  return texts[reason]?.(on) ?? m.acts.impossible;
}

function textOf(error: unknown): string {
  if (!(error instanceof Refusal)) return m.errors.other;
  switch (error.code) {
    case 'conflict':
      return m.acts.changed;
    case 'transition-refused':
      return m.acts.impossible;
    case 'too-many-requests':
      return m.errors.tooOften(Math.ceil((error.retryAfterSeconds ?? 60) / 60));
    case 'unreachable':
      return m.errors.unreachable;
    case 'sync-in-progress':
    case 'busy':
      return m.errors.busy;
    default:
      return m.errors.other;
  }
}
