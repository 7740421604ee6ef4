import { Callout } from '../../design/callout.tsx';
import { useMessages } from '../../language/use-messages.ts';
import type { FileProblem } from './open-file.ts';

export function FileProblemCallout({ problem }: { problem: FileProblem }) {
  const { roster } = useMessages();
  return (
    <Callout tone="bad" title={roster.problems} urgent>
      {problem.problem === 'quote' ? roster.problem.quote(problem.line) : roster.problem[problem.problem]}
    </Callout>
  );
}
