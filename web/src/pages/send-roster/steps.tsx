import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useMessages } from '../../language/use-messages.ts';

const STEPS = ['file', 'review', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

export function Steps({ current }: { current: Step | 'sent' }) {
  const { roster } = useMessages();
  const at = current === 'sent' ? STEPS.length : STEPS.indexOf(current);
  return (
    <ol className="steps" aria-label={roster.steps}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < at ? 'step step-done' : index === at ? 'step step-current' : 'step'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-number">{index < at ? <Icon name="check" /> : index + 1}</span>
          <span className="step-name">{roster.step[step]}</span>
          {index < at && <span className="hidden-visually">, {roster.stepDone}</span>}
        </li>
      ))}
    </ol>
  );
}

/** The title of a step. It gets the focus, so that keyboard and screen reader follow to the new step. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={title} className="step-title" tabIndex={-1}>
      {children}
    </h2>
  );
}
