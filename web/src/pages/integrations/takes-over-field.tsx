import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration } from '../../api/routes.ts';
import { Checkboxes } from '../../design/field.tsx';
import { useWaitingText } from '../../domain/use-waiting-text.ts';

/** The integrations whose people this one takes over. Not shown while there is no other integration. */
export function TakesOverField({
  integration,
  value,
  onChange,
}: {
  integration: Integration;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const waiting = useWaitingText();
  const all = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const others = all.filter(({ id }) => id !== integration.id);
  if (others.length === 0) return null;
  return (
    <Checkboxes
      label={waiting.takesOver}
      help={waiting.takesOverText}
      values={value.map(String)}
      options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(chosen) => onChange(chosen.map(Number).sort((a, b) => a - b))}
    />
  );
}
