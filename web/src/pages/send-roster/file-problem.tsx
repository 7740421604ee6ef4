import { Callout } from '../../design/callout.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import type { FileProblem } from './open-file.ts';

export function FileProblemCallout({ problem }: { problem: FileProblem }) {
  const roster = useRosterText();
  return (
    <Callout tone="bad" title={roster.problems} urgent>
      {problem.problem === 'quote' ? roster.problem.quote(problem.line) : roster.problem[problem.problem]}
    </Callout>
  );
}
