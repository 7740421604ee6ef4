import { type FormEvent, useEffect, useId, useState } from 'react';
import { dataOfPage, type Mail, Refusal, readMail, requestLink } from './api.ts';
import { EmailField, problemOf } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { Frame } from './frame.tsx';
import { SentTo } from './sent-to.tsx';
import { useFocus, useFocusOnWrong } from './use-focus.ts';
import { m } from './words.ts';

/** Mails the link. The answer is the same for every address. */
export function RequestLink() {
  const [mail, setMail] = useState(dataOfPage<Mail>);
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [problem, setProblem] = useState<{ text: string; isOfEmail: boolean }>();
  // How often the content was replaced.
  const [turns, setTurns] = useState(0);
  const heading = useFocus<HTMLHeadingElement>(turns);
  const form = useFocusOnWrong(problem);
  const problemId = useId();
  const turn = (next: 'asking' | 'sent') => {
    setState(next);
    setTurns((before) => before + 1);
  };

  useEffect(() => {
    if (!mail) readMail().then(setMail, () => setProblem({ text: m.errors.unreachable, isOfEmail: false }));
  }, [mail]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = problemOf(email);
    setProblem(wrong === undefined ? undefined : { text: wrong, isOfEmail: true });
    if (wrong !== undefined) return;
    setState('busy');
    try {
      await requestLink(email.trim());
      turn('sent');
    } catch (error) {
      setState('asking');
      const isOfEmail = error instanceof Refusal && error.code === 'invalid-values';
      setProblem({ text: textOf(error), isOfEmail });
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
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p className="quiet">{text}</p>
          </div>
          {mail?.isSetUp && state !== 'sent' && (
            <form ref={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
              <EmailField
                value={email}
                problemId={problem?.isOfEmail ? problemId : undefined}
                onChange={setEmail}
              />
              <FormProblem id={problemId} text={problem?.text} />
              <button type="submit" className="button button-primary" disabled={state === 'busy'}>
                {request.send}
              </button>
            </form>
          )}
          {state === 'sent' && <SentTo email={email.trim()} again={() => turn('asking')} />}
          {!mail && <FormProblem id={problemId} text={problem?.text} />}
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
