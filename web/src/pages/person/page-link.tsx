import { call } from '../../api/client.ts';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { useMailsEmployees } from '../../domain/use-mails-employees.ts';
import { useMessages } from '../../language/use-messages.ts';

/** The link to the employee's own page, for an admin to pass on or to end. */
export function PageLink({ id, link }: { id: number; link: string }) {
  const { person, handOut } = useMessages();
  return (
    <div className="row">
      <CopyButton text={link} label={handOut.copyLink} />
      <ConfirmedButton
        size="small"
        label={person.renewLink}
        title={person.renewLinkTitle}
        text={useMailsEmployees() ? person.renewLinkMailText : person.renewLinkText}
        send={() => call('POST /employees/:id/page-link', { params: { id } })}
        done={person.linkRenewed}
      />
    </div>
  );
}
