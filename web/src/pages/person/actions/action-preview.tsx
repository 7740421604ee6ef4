import type { UseQueryResult } from '@tanstack/react-query';
import type { Person, ActionPreview as Preview } from '../../../api/routes.ts';
import { Callout } from '../../../design/callout.tsx';
import { useMailsEmployees } from '../../../domain/use-mails-employees.ts';
import type { PlanType } from '../../../domain/vocabulary.ts';
import { useErrorText, useRefusalText } from '../../../language/use-error-text.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useMessages } from '../../../language/use-messages.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { describeResult, ticketsAfter } from './describe-result.ts';

export function ActionPreview({
  query,
  person,
  chosenPlan,
}: {
  query: UseQueryResult<Preview>;
  person: Person;
  chosenPlan: PlanType | undefined;
}) {
  const m = useMessages();
  const format = useFormat();
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  const { outcome, refusal } = query.data ?? {};
  const mailsEmployees = useMailsEmployees();
  if (query.error || refusal)
    return (
      <Callout tone="warn" title={m.actions.refused} urgent>
        {refusal ? refusalText(refusal) : errorText(query.error)}
      </Callout>
    );
  return (
    <section className="preview" aria-live="polite" aria-busy={query.isFetching}>
      <h3>{m.actions.preview}</h3>
      {outcome ? (
        <>
          <ul className={query.isPlaceholderData ? 'preview-lines table-fading' : 'preview-lines'}>
            {describeResult(outcome, chosenPlan, m, format, mailsEmployees).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {outcome.after.terms.length > 0 && (
            <Timeline
              terms={outcome.after.terms}
              tickets={ticketsAfter(person.tickets, outcome)}
              today={person.businessDate}
              brief
            />
          )}
        </>
      ) : (
        <p className="quiet">{m.actions.working}</p>
      )}
    </section>
  );
}
