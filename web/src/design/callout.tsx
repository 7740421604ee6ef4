import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'warn' | 'bad' | 'good';
const ICONS: Record<Tone, IconName> = { info: 'info', warn: 'warn', bad: 'warn', good: 'check' };

export function Callout({
  tone = 'info',
  title,
  children,
  urgent = false,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** Screen readers read it at once, because it answers an action of the person. */
  urgent?: boolean;
}) {
  return (
    <div
      className={tone === 'info' ? 'callout' : `callout callout-${tone}`}
      role={urgent ? 'alert' : undefined}
    >
      <Icon name={ICONS[tone]} />
      <div className="stack-s">
        {title && <p className="callout-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
