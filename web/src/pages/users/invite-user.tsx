import { call } from '../../api/client.ts';
import { Radios, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { type Role, rolesOf } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { useUsersText } from './use-users-text.ts';

export function InviteUser({ onClose }: { onClose: () => void }) {
  const { common, vocabulary } = useMessages();
  const users = useUsersText();
  const { mail } = useSession();
  const form = useForm({
    initial: { email: '', role: 'viewer' as Role },
    send: ({ email, role }) => call('POST /invitations', { body: { email: email.trim(), role } }),
  });
  if (form.data) return <LinkToPassOn email={form.data.email} made={form.data} onClose={onClose} />;
  return (
    <FormDialog
      title={users.invite}
      text={mail ? users.inviteMailText : users.inviteText}
      button={mail ? users.send : users.create}
      disabled={!form.values.email.trim()}
      form={form}
      onClose={onClose}
    >
      <TextField label={common.email} type="email" autoComplete="off" {...form.field('email')} />
      <Radios
        label={users.role}
        options={rolesOf(vocabulary).map((value) => ({
          value,
          label: vocabulary.role[value],
          text: vocabulary.roleText[value],
        }))}
        {...form.field('role')}
      />
    </FormDialog>
  );
}
