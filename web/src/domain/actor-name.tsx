import type { Actor } from '../api/routes.ts';
import { useMessages } from '../language/use-messages.ts';

export function ActorName({ actor }: { actor: Actor }) {
  const { vocabulary } = useMessages();
  const kind = vocabulary.actor[actor.type];
  return <span title={kind}>{actor.name ?? kind}</span>;
}
