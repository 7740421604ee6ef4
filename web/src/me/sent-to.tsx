import { m } from './words.ts';

/** The address that was entered, so that a slip is seen, and a way back. */
export function SentTo({ email, again }: { email: string; again: () => void }) {
  return (
    <>
      <p>
        {m.request.sentTo} <span className="strong">{email}</span>
      </p>
      <button type="button" className="button" onClick={again}>
        {m.request.otherAddress}
      </button>
    </>
  );
}
