import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../design/icon.tsx';
import { useMessages } from '../language/use-messages.ts';
import './steps.css';

/** The steps of something that takes several, and where the person is. */
export function Steps({
  names,
  current,
}: {
  names: readonly string[];
  /** The position of the present step. Behind the last one: everything is done. */
  current: number;
}) {
  const { common } = useMessages();
  return (
    <ol className="steps" aria-label={common.steps}>
      {names.map((name, index) => (
        <li
          key={name}
          className={index < current ? 'step step-done' : index === current ? 'step step-current' : 'step'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-number">{index < current ? <Icon name="check" /> : index + 1}</span>
          <span className="step-name">{name}</span>
          {index < current && <span className="hidden-visually">, {common.stepDone}</span>}
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
