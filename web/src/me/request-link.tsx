import { type FormEvent, useEffect, useState } from 'react';
import { Callout } from '../design/callout.tsx';
import { dataOfPage, type Mail, Refusal, readMail, requestLink } from './api.ts';
import { EmailField } from './email-field.tsx';
import { Frame } from './frame.tsx';
import { SentTo } from './sent-to.tsx';
import { m } from './words.ts';

/** Mails the link. The answer is the same for every address. */
export function RequestLink() {
  const [mail, setMail] = useState(dataOfPage<Mail>);
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!mail) readMail().then(setMail, () => setProblem(m.errors.unreachable));
  }, [mail]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setState('busy');
    setProblem(undefined);
    try {
      await requestLink(email.trim());
      setState('sent');
    } catch (error) {
      setState('asking');
      setProblem(textOf(error));
    }
  };

  const { request } = m;
  const [title, text] =
    state === 'sent'
      ? [request.sent, request.sentText]
      : mail && !mail.isSetUp
        ? [request.off, request.offText]
        : [request.title, request.text];
  return (
    <Frame isSpecimen={mail?.isSpecimen ?? false}>
      <section className="card me-gate">
        <div className="card-body stack">
          <img src="/portal/favicon.svg" alt="" width="44" height="44" />
          <div className="stack-s" role="status">
            <h1>{title}</h1>
            <p className="quiet">{text}</p>
          </div>
          {mail?.isSetUp && state !== 'sent' && (
            <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
              <EmailField value={email} isWrong={problem !== undefined} onChange={setEmail} />
              <button type="submit" className="button button-primary" disabled={state === 'busy'}>
                {request.send}
              </button>
            </form>
          )}
          {state === 'sent' && <SentTo email={email.trim()} again={() => setState('asking')} />}
          {problem !== undefined && (
            <Callout tone="bad" urgent>
              {problem}
            </Callout>
          )}
        </div>
      </section>
    </Frame>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof Refusal)) return m.errors.other;
  if (error.code === 'invalid-values') return m.errors.invalidEmail;
  if (error.code === 'too-many-requests')
    return m.errors.tooOften(Math.ceil((error.retryAfterSeconds ?? 60) / 60));
  return error.code === 'unreachable' ? m.errors.unreachable : m.errors.other;
}
