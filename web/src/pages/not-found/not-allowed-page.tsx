import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { useMessages } from '../../language/use-messages.ts';
import type { Right } from '../../session/context.ts';

/** Says who may open the page. */
export default function NotAllowedPage({ needs }: { needs: Right }) {
  const { errors, vocabulary } = useMessages();
  const query = useQuery(routeQuery('GET /who-may/:right', { params: { right: needs } }));
  return (
    <Loaded query={query}>
      {({ roles, users }) => (
        <Empty
          icon="key"
          title={errors.notAllowedTitle}
          action={
            <ButtonLink to="/" kind="primary">
              {errors.toStart}
            </ButtonLink>
          }
        >
          <p>{errors.notAllowedText(roles.map((role) => vocabulary.role[role]).join(', '))}</p>
          {users.length > 0 && (
            <p>
              {errors.whoToAsk} {users.join(', ')}
            </p>
          )}
        </Empty>
      )}
    </Loaded>
  );
}
