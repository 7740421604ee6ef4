import { prove } from './api.ts';
import { BirthDateForm } from './birth-date-form.tsx';
import { useFocus } from './use-focus.ts';
import { m } from './words.ts';

/** A browser that is new to the page. */
export function Gate({
  path,
  isJustLeft,
  opened,
}: {
  path: string;
  /** Whether the person has just made the browser forget them. */
  isJustLeft: boolean;
  opened: (dateOfBirth: string) => Promise<void>;
}) {
  const heading = useFocus<HTMLHeadingElement>(isJustLeft);
  return (
    <section className="card me-gate">
      <div className="card-body stack">
        <img src="/portal/favicon.svg" alt="" width="44" height="44" />
        <div className="stack-s">
          <h1 ref={heading} tabIndex={-1}>
            {m.proof.title}
          </h1>
          <p className="quiet">{m.explains}</p>
          <p className="quiet">{m.proof.text}</p>
        </div>
        <BirthDateForm
          first=""
          buttons={[{ name: 'open', label: m.proof.open, isPrimary: true }]}
          send={async (dateOfBirth) => {
            await prove(path, dateOfBirth);
            await opened(dateOfBirth);
          }}
        />
        <p className="small quiet">{m.questions}</p>
      </div>
    </section>
  );
}
