import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { SESSION } from '../../api/session-key.ts';
import { useChange } from '../../api/use-change.ts';
import { Card } from '../../design/card.tsx';
import { Radios } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useSession } from '../../session/context.ts';
import { useUsersText } from './use-users-text.ts';

const WISHES = ['at-once', 'digest', 'none'] as const;
type Wish = (typeof WISHES)[number];

/** Which mails the signed-in admin gets. */
export function NoticesCard() {
  const { notices } = useUsersText();
  const client = useQueryClient();
  const { notices: wished } = useSession();
  const set = useChange({
    send: (wish: Wish) => call('PUT /notices', { body: { notices: wish } }),
    done: notices.saved,
    next: (session) => client.setQueryData(SESSION, session),
  });
  return (
    <Card title={notices.title} text={notices.text}>
      <Problem error={set.error} />
      <Radios
        label={notices.label}
        value={set.isPending ? set.variables : wished}
        options={WISHES.map((value) => ({ value, ...notices.wishes[value] }))}
        onChange={(wish) => set.mutate(wish)}
      />
    </Card>
  );
}
