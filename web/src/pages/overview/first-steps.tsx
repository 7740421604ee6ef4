import { Link } from 'wouter';
import type { Overview } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Icon } from '../../design/icon.tsx';
import { useMessages } from '../../language/use-messages.ts';

type Step = 'integration' | 'delivery' | 'tickets' | 'contractData';

const STEPS: readonly { step: Step; isDone: keyof Overview['setUp']; to: string }[] = [
  { step: 'integration', isDone: 'hasIntegration', to: '/integrations' },
  { step: 'delivery', isDone: 'hasDelivery', to: '/integrations' },
  { step: 'tickets', isDone: 'hasTickets', to: '/company' },
  { step: 'contractData', isDone: 'hasContractData', to: '/company' },
];

/** Whether the company has taken all its first steps. */
export const isSetUp = (setUp: Overview['setUp']): boolean => STEPS.every(({ isDone }) => setUp[isDone]);

/** The way to the first tickets. Each step is checked off by what is there, and the card goes with the last one. */
export function FirstSteps({ setUp }: { setUp: Overview['setUp'] }) {
  const { steps } = useMessages().overview;
  const next = STEPS.find(({ isDone }) => !setUp[isDone])?.step;
  const done = STEPS.filter(({ isDone }) => setUp[isDone]).length;
  return (
    <Card title={steps.title} text={steps.progress(done, STEPS.length)}>
      <ol className="first-steps">
        {STEPS.map(({ step, isDone, to }, index) => (
          <li key={step}>
            <Link
              href={to}
              className="first-step"
              data-state={setUp[isDone] ? 'done' : step === next ? 'next' : undefined}
            >
              <span className="first-step-mark" aria-hidden="true">
                {setUp[isDone] ? <Icon name="check" /> : index + 1}
              </span>
              <span className="matter-text">
                <span className="strong">
                  {steps.names[step]}
                  {setUp[isDone] && <span className="hidden-visually"> ({steps.done})</span>}
                </span>
                <span className="small quiet">{steps.texts[step]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
