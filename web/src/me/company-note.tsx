import { m } from './words.ts';

interface Props {
  contact: string | null;
  privacyNote: string | null;
}

/** Whom to ask, what the page is, and what the company says about data protection. */
export function CompanyNote({ contact, privacyNote }: Props) {
  return (
    <>
      {contact === null ? (
        <p>{m.questions}</p>
      ) : (
        <p className="me-contact">
          {m.contact}
          <br />
          <span className="preserve-lines">{withLinks(contact)}</span>
        </p>
      )}
      <details>
        <summary>{m.what}</summary>
        <p>{m.explains}</p>
      </details>
      {privacyNote !== null && (
        <details>
          <summary>{m.privacy}</summary>
          <p className="preserve-lines">{withLinks(privacyNote)}</p>
        </details>
      )}
    </>
  );
}

const WEBSITE = String.raw`https:\/\/[^\s<>"]*[^\s<>".,;:)]`;
const EMAIL = String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const TELEPHONE = String.raw`(?:\+|\b0)\d[\d /()-]{4,}\d`;
const LINKS = new RegExp(`(${WEBSITE}|${EMAIL}|${TELEPHONE})`);

/** Addresses of websites, e-mail addresses and telephone numbers become links: a phone opens them with a touch. */
function withLinks(text: string) {
  return text.split(LINKS).map((part, at) =>
    at % 2 === 1 ? (
      <a key={part} href={hrefOf(part)} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

function hrefOf(part: string): string {
  if (part.startsWith('https:')) return part;
  return part.includes('@') ? `mailto:${part}` : `tel:${part.replaceAll(/[^\d+]/g, '')}`;
}
