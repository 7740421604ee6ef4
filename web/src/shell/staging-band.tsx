import { Link } from 'wouter';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { useSession } from '../session/context.ts';

export function StagingBand() {
  const m = useMessages();
  const format = useFormat();
  const { businessDate } = useSession();
  return (
    <aside className="staging-band" aria-label={m.shell.staging}>
      <strong>{m.shell.staging}</strong>
      <span>{m.shell.stagingText(format.day(businessDate))}</span>
      <Link href="/clock">{m.shell.moveClock}</Link>
    </aside>
  );
}
