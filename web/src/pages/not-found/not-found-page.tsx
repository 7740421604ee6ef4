import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function NotFoundPage() {
  const m = useMessages();
  return (
    <Empty
      icon="search"
      title={m.errors.notFoundTitle}
      action={
        <ButtonLink to="/" kind="primary">
          {m.errors.toOverview}
        </ButtonLink>
      }
    >
      {m.errors.notFoundText}
    </Empty>
  );
}
