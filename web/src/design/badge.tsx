import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'bad';

export function Badge({
  tone = 'neutral',
  hollow = false,
  children,
}: {
  tone?: Tone;
  hollow?: boolean;
  children: ReactNode;
}) {
  const classes = ['badge', tone !== 'neutral' && `badge-${tone}`, hollow && 'badge-hollow'];
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>;
}
