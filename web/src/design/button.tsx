import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  size?: 'normal' | 'small';
  icon?: IconName;
  wide?: boolean;
}

function classOf({ kind = 'plain', size = 'normal', wide = false }: Look, iconOnly = false): string {
  return [
    'button',
    kind !== 'plain' && `button-${kind}`,
    size === 'small' && 'button-small',
    wide && 'button-wide',
    iconOnly && 'button-icon',
  ]
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean };

export function Button({ kind, size, icon, wide, busy = false, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classOf({ ...(kind && { kind }), ...(size && { size }), wide: wide ?? false }, !children)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link to another page of the portal that looks like a button. */
export function ButtonLink({ to, kind, size, icon, children }: Look & { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A link to a file that the browser saves. */
export function DownloadLink({ href, kind, size, children }: Look & { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
      <Icon name="download" />
      {children}
    </a>
  );
}
