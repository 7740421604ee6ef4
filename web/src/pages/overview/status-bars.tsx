import { Link } from 'wouter';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';

export function StatusBars({ counts }: { counts: Record<SubscriptionStatus, number> }) {
  const format = useFormat();
  const max = Math.max(1, ...Object.values(counts));
  return (
    <ul className="status-bars">
      {SUBSCRIPTION_STATUSES.map((status) => (
        <li key={status}>
          <Link href={`/employees?subscriptionStatuses=${status}`} className="status-bar">
            <SubscriptionBadge status={status} />
            <span className="numbers strong">{format.number(counts[status])}</span>
            <span className={`status-bar-line status-bar-${status}`} aria-hidden="true">
              <span style={{ width: `${(counts[status] / max) * 100}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
