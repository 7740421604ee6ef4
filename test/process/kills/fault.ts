export const LAWS = ['lost', 'doubled', 'half'] as const;
export type Law = (typeof LAWS)[number];

/** Work that is lost, done twice or done in part. */
export class Fault extends Error {
  readonly law: Law;

  constructor(law: Law, message: string) {
    super(`${law}: ${message}`);
    this.law = law;
  }
}

export function faultUnless(holds: boolean, law: Law, message: string): asserts holds {
  if (!holds) throw new Fault(law, message);
}
