import { Callout } from '../design/callout.tsx';

/** What is wrong with a form, below the field in question, which refers to it by its id. */
export function FormProblem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div id={id}>
      <Callout tone="bad" urgent>
        {text}
      </Callout>
    </div>
  );
}
