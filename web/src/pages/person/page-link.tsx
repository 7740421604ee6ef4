import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** The link to the employee's own page, for an admin to pass on or to end. */
export function PageLink({ id, link }: { id: number; link: string }) {
  const { person, handOut } = useMessages();
  const [renewing, setRenewing] = useState(false);
  const renew = useChange({
    send: () => call('POST /employees/:id/page-link', { params: { id } }),
    done: person.linkRenewed,
    next: () => setRenewing(false),
  });
  return (
    <div className="row">
      <CopyButton text={link} label={handOut.copyLink} />
      <Button size="small" onClick={() => setRenewing(true)}>
        {person.renewLink}
      </Button>
      {renewing && (
        <ConfirmDialog
          title={person.renewLinkTitle}
          text={person.renewLinkText}
          button={person.renewLink}
          change={renew}
          onClose={() => setRenewing(false)}
        />
      )}
    </div>
  );
}
