import { useEffect, useState } from 'react';
import { dataOfPage, type Joining, joinBy, Refusal, readJoining } from './api.ts';
import { BirthDateForm } from './birth-date-form.tsx';
import { CompanyNote } from './company-note.tsx';
import { EmailField, problemOf } from './email-field.tsx';
import { Frame } from './frame.tsx';
import { SentTo } from './sent-to.tsx';
import { Trouble } from './trouble.tsx';
import { useFocus } from './use-focus.ts';
import { m } from './words.ts';

/** The page of a company's join link. The answer is the same for everybody. */
export function Join({ path }: { path: string }) {
  const [company, setCompany] = useState(dataOfPage<Joining>);
  const [trouble, setTrouble] = useState<string>();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  // How often the content was replaced.
  const [turns, setTurns] = useState(0);
  const heading = useFocus<HTMLHeadingElement>(turns);
  const turn = (sent: boolean) => {
    setSent(sent);
    setTurns((before) => before + 1);
  };

  useEffect(() => {
    if (!company)
      readJoining(path).then(setCompany, (error) =>
        setTrouble(error instanceof Refusal ? error.code : 'internal-error'),
      );
  }, [path, company]);

  if (trouble !== undefined) return <Trouble code={trouble} />;
  if (!company) return <p className="me-loading quiet">{m.loading}</p>;
  const { join, request } = m;
  const [title, text] = isSent
    ? [request.sent, join.sentText]
    : company.isSetUp
      ? [join.title, join.text]
      : [request.off, request.offText];
  return (
    <Frame isSpecimen={company.isSpecimen}>
      <section className="card me-gate">
        <div className="card-body stack">
          <img src="/portal/favicon.svg" alt="" width="44" height="44" />
          <div className="stack-s" role="status">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p className="strong">{join.by(company.companyName)}</p>
            <p className="quiet">{text}</p>
          </div>
          {company.isSetUp && !isSent && (
            <BirthDateForm
              first=""
              before={(problemId) => <EmailField value={email} problemId={problemId} onChange={setEmail} />}
              check={() => problemOf(email)}
              buttons={[{ name: 'send', label: request.send, isPrimary: true }]}
              send={async (dateOfBirth) => {
                await joinBy(path, email.trim(), dateOfBirth);
                turn(true);
              }}
            />
          )}
          {isSent && <SentTo email={email.trim()} again={() => turn(false)} />}
          <div className="small quiet stack-s">
            <CompanyNote contact={company.contact} privacyNote={company.privacyNote} />
          </div>
        </div>
      </section>
    </Frame>
  );
}
