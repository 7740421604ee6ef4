import type { UseQueryResult } from '@tanstack/react-query';
import type { ActionResult, Person } from '../../../api/routes.ts';
import { Callout } from '../../../design/callout.tsx';
import type { PlanType } from '../../../domain/vocabulary.ts';
import { useErrorText } from '../../../language/use-error-text.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useMessages } from '../../../language/use-messages.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { describeResult, ticketsAfter } from './describe-result.ts';

export function ActionPreview({
  query,
  person,
  chosenPlan,
}: {
  query: UseQueryResult<ActionResult>;
  person: Person;
  chosenPlan: PlanType | undefined;
}) {
  const m = useMessages();
  const format = useFormat();
  const errorText = useErrorText();
  if (query.error)
    return (
      <Callout tone="warn" title={m.actions.refused} urgent>
        {errorText(query.error)}
      </Callout>
    );
  return (
    <section className="preview" aria-live="polite" aria-busy={query.isFetching}>
      <h3>{m.actions.preview}</h3>
      {query.data ? (
        <>
          <ul className={query.isPlaceholderData ? 'preview-lines table-fading' : 'preview-lines'}>
            {describeResult(query.data, chosenPlan, m, format).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {query.data.after.terms.length > 0 && (
            <Timeline
              terms={query.data.after.terms}
              tickets={ticketsAfter(person.tickets, query.data)}
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
