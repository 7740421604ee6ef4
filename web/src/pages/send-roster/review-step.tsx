import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { CheckProgress } from './check-progress.tsx';
import { withoutEntries } from './draft.ts';
import { mistakesIn, namelessPositions, whyNotKeep, wrongPositions } from './mistakes.ts';
import { MistakesCard } from './mistakes-card.tsx';
import { Review } from './review.tsx';
import { type Checked, newSyncId, type useCheck } from './use-check.ts';

/** The second step: the check itself, its mistakes, or what the roster would do. */
export function ReviewStep({
  check,
  onBack,
  onNext,
}: {
  check: ReturnType<typeof useCheck>;
  onBack: () => void;
  onNext: () => void;
}) {
  const roster = useRosterText();
  const { common } = useMessages();
  const { checked, data, error } = check;
  if (!checked) return null;
  if (data)
    return <Review key={checked.syncId} checked={checked} preview={data} onBack={onBack} onNext={onNext} />;
  if (error) return <Refused checked={checked} error={error} onBack={onBack} onKeep={check.start} />;
  return (
    <>
      <StepTitle>{roster.checking}</StepTitle>
      <div className="card card-body stack">
        <CheckProgress progress={check.progress} />
        <div className="row">
          <Button onClick={onBack}>{common.cancel}</Button>
        </div>
      </div>
    </>
  );
}

function Refused({
  checked,
  error,
  onBack,
  onKeep,
}: {
  checked: Checked;
  error: unknown;
  onBack: () => void;
  onKeep: (checked: Checked) => void;
}) {
  const roster = useRosterText();
  const { errors } = useMessages();
  const { draft } = checked;
  const mistakes = error instanceof ApiError ? mistakesIn(draft, error.errors) : [];
  if (!(error instanceof ApiError) || mistakes.length === 0)
    return (
      <>
        <StepTitle>{errors.title}</StepTitle>
        <Problem error={error} />
        <Back onBack={onBack} />
      </>
    );
  const wrong = wrongPositions(error.errors).length;
  const problem = whyNotKeep(error.errors, error.errorCount, draft.employees.length);
  return (
    <>
      <StepTitle>{roster.mistakes(error.errorCount, wrong)}</StepTitle>
      <MistakesCard
        title={roster.mistake}
        text={roster.mistakesText}
        mistakes={mistakes}
        count={error.errorCount}
      />
      <Card title={roster.correct} text={roster.correctText}>
        <Button kind="primary" onClick={onBack}>
          {roster.back.toFile}
        </Button>
      </Card>
      {problem?.why === 'nameless' ? (
        <Card title={roster.keep} text={roster.dropText(problem.count, wrong - problem.count, false)}>
          <Button
            onClick={() => {
              const nameless = namelessPositions(error.errors);
              const sent = withoutEntries(draft, nameless);
              const dropped = mistakes.filter(({ position }) => nameless.includes(position));
              onKeep({ ...checked, syncId: newSyncId(sent), draft: sent, leavesOutWrongRows: true, dropped });
            }}
          >
            {roster.keepButton(wrong)}
          </Button>
        </Card>
      ) : problem ? (
        <Callout tone="warn">{roster.notKept[problem.why](problem.count)}</Callout>
      ) : (
        <Card title={roster.keep} text={roster.keepText(wrong)}>
          <Button onClick={() => onKeep({ ...checked, leavesOutWrongRows: true })}>
            {roster.keepButton(wrong)}
          </Button>
        </Card>
      )}
    </>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  const roster = useRosterText();
  return (
    <div className="row">
      <Button icon="left" onClick={onBack}>
        {roster.back.toFile}
      </Button>
    </div>
  );
}
