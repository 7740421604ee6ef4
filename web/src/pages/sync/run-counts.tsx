import type { Run } from '../../api/routes.ts';
import { Tile } from '../../design/card.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

/** `hasLines`: the roster came as a file with a line for each person. */
export function RunCounts({ counts, hasLines = false }: { counts: Run['counts']; hasLines?: boolean }) {
  const { syncs, vocabulary } = useMessages();
  const format = useFormat();
  const sum = (...names: (keyof Run['counts'])[]) =>
    format.number(names.reduce((total, name) => total + (counts[name] ?? 0), 0));
  return (
    <dl className="tiles tiles-narrow">
      <Tile label={hasLines ? syncs.lines : syncs.entries} number={sum('entries')} />
      <Tile label={syncs.added} number={sum('added', 'adopted', 'rehired')} />
      <Tile label={syncs.updated} number={sum('updated', 'renumbered', 'unlinked')} />
      <Tile label={syncs.offboarded} number={sum('offboarded')} />
      {(counts.held ?? 0) > 0 && <Tile label={vocabulary.outcome.held} number={sum('held')} />}
      {(counts.conflict ?? 0) > 0 && <Tile label={vocabulary.outcome.conflict} number={sum('conflict')} />}
      {(counts.waiting ?? 0) > 0 && <Tile label={vocabulary.outcome.waiting} number={sum('waiting')} />}
      {(counts.invalid ?? 0) > 0 && <Tile label={syncs.invalid} number={sum('invalid')} />}
      <Tile label={syncs.unchanged} number={sum('unchanged')} />
    </dl>
  );
}
