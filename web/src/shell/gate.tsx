import { type ReactNode, useEffect } from 'react';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';

/** The frame of the pages that need no session. */
export function Gate({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Transit`;
  }, [title]);
  return (
    <main className="gate">
      <div className="card gate-card">
        <div className="gate-brand">
          <img src="/portal/favicon.svg" alt="" />
          <div>
            <h1>{title}</h1>
            {text && <p className="page-head-text">{text}</p>}
          </div>
        </div>
        {children}
      </div>
      <div className="gate-foot">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </main>
  );
}
