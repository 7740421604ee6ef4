import { Frame } from './frame.tsx';
import { m } from './words.ts';

const PASSING = [
  'sync-in-progress',
  'database-unavailable',
  'query-too-slow',
  'too-many-requests',
  'busy',
  'shutting-down',
  'unreachable',
];

/** A link that leads nowhere, or a server that cannot answer now. */
export function Trouble({ code }: { code: string }) {
  const isPassing = PASSING.includes(code);
  const isOurs = (name: string): name is keyof typeof m.troubles => name in m.troubles;
  const name = isPassing ? 'busy' : isOurs(code) ? code : 'other';
  const { title, text } = m.troubles[name];
  const leadsOn = name === 'not-found' || name === 'link-ended' || name === 'ticket-not-valid';
  return (
    <Frame isSpecimen={false}>
      <section className="card me-gate">
        <div className="card-body stack">
          <img src="/portal/favicon.svg" alt="" width="44" height="44" />
          <div className="stack-s">
            <h1>{title}</h1>
            <p className="quiet">{text}</p>
          </div>
          {leadsOn && (
            <a className="button button-primary" href="/me">
              {m.toRequest}
            </a>
          )}
          {isPassing && (
            <a className="button" href={location.pathname}>
              {m.again}
            </a>
          )}
          <p className="small quiet">{m.questions}</p>
        </div>
      </section>
    </Frame>
  );
}
