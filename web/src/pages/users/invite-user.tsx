import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Radios, TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import type { Role } from '../../domain/vocabulary.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { LinkToPassOn } from './link-to-pass-on.tsx';

const ROLES: readonly Role[] = ['viewer', 'admin'];

export function InviteUser({ onClose }: { onClose: () => void }) {
  const { users, common, vocabulary } = useMessages();
  const fieldText = useFieldText();
  const { mail } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useChange({
    send: () => call('POST /invitations', { body: { email: email.trim(), role } }),
  });
  if (invite.data) return <LinkToPassOn email={invite.data.email} made={invite.data} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={users.invite}
      text={mail ? users.inviteMailText : users.inviteText}
      onSubmit={() => invite.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={invite.isPending} disabled={!email.trim()}>
            {mail ? users.send : users.create}
          </Button>
        </>
      }
    >
      <Problem error={invite.error} fields={['email', 'role']} />
      <TextField
        label={common.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={fieldText(invite.error, 'email')}
      />
      <Radios
        label={users.role}
        value={role}
        options={ROLES.map((value) => ({
          value,
          label: vocabulary.role[value],
          text: vocabulary.roleText[value],
        }))}
        onChange={setRole}
      />
    </Modal>
  );
}
