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
        <p>
          {m.contact}
          <br />
          <span className="me-lines">{contact}</span>
        </p>
      )}
      <details>
        <summary>{m.what}</summary>
        <p>{m.explains}</p>
      </details>
      {privacyNote !== null && (
        <details>
          <summary>{m.privacy}</summary>
          <p className="me-lines">{withLinks(privacyNote)}</p>
        </details>
      )}
    </>
  );
}

/** Addresses of websites become links. */
function withLinks(text: string) {
  return text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:)])/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={part} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
