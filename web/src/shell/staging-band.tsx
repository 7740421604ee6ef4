import { Link } from 'wouter';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { useSession } from '../session/context.ts';

export function StagingBand() {
  const m = useMessages();
  const format = useFormat();
  const { businessDate } = useSession();
  return (
    <div className="staging-band">
      <strong>{m.shell.staging}</strong>
      <span>{m.shell.stagingText(format.day(businessDate))}</span>
      <Link href="/clock">{m.shell.moveClock}</Link>
    </div>
  );
}
