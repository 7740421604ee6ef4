import type { ReactNode } from 'react';
import { m } from './words.ts';

export function Frame({ isSpecimen, children }: { isSpecimen: boolean; children: ReactNode }) {
  return (
    <>
      {isSpecimen && <p className="me-specimen">{m.specimen}</p>}
      <main className="me">{children}</main>
    </>
  );
}
