import type { ReactNode } from 'react';
import { m } from './words.ts';

export function Frame({ isSpecimen, children }: { isSpecimen: boolean; children: ReactNode }) {
  return (
    <>
      {isSpecimen && <aside className="me-specimen">{m.specimen}</aside>}
      <main className="me">{children}</main>
    </>
  );
}
