import type { Run } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { useMessages } from '../../language/use-messages.ts';

const MOST_PLACES = 12;

export function Warnings({ warnings }: { warnings: Run['problems'] }) {
  const { syncs } = useMessages();
  if (warnings.length === 0) return null;
  return (
    <Card title={syncs.warnings} text={syncs.warningsText}>
      <ul className="stack">
        {warnings.map(({ code, count, pointers, in: owner, name, similarName, outOf }) => (
          <li key={`${code} ${owner} ${name}`}>
            <p>
              <span className="tag">{outOf === undefined ? count : syncs.outOf(count, outOf)}</span>{' '}
              {syncs.warning[code]} {name !== undefined && <span className="strong">{name}</span>}{' '}
              {similarName !== undefined && syncs.similarName(similarName)}
            </p>
            <p className="small quiet">
              {pointers
                .slice(0, MOST_PLACES)
                .map((pointer) => syncs.entryNumber(Number(pointer.split('/').at(-1)) + 1))
                .join(', ')}
              {pointers.length > MOST_PLACES && ' …'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
