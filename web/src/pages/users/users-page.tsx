import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useNewDialog } from '../../domain/use-new-dialog.ts';
import { useMay } from '../../session/context.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteUser } from './invite-user.tsx';
import { useUsersText } from './use-users-text.ts';
import { UserTable } from './user-table.tsx';

export default function UsersPage() {
  const users = useUsersText();
  const mayChange = useMay('administer');
  const query = useQuery(routeQuery('GET /users'));
  const [inviting, setInviting] = useNewDialog();
  return (
    <div className="page">
      <PageHead
        title={users.title}
        text={users.text}
        actions={
          mayChange && (
            <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
              {users.invite}
            </Button>
          )
        }
      />
      <div className="card">
        <Loaded query={query}>{({ data }) => <UserTable users={data} />}</Loaded>
      </div>
      {mayChange && <InvitationList />}
      {mayChange && inviting && <InviteUser onClose={() => setInviting(false)} />}
    </div>
  );
}
