import { Type } from 'typebox';
import { invitationLink } from '../../accounts/invite-user.ts';
import type { Config } from '../../platform/config/config.ts';
import { nullable, oneOf } from '../schemas.ts';

/** How a link reaches its user: by mail, or through the user who made it. */
export const handedOut = {
  mail: nullable(oneOf(['smtp', 'outbox'])),
  link: nullable(Type.String()),
};
export const HandedOut = Type.Object(handedOut);

/**
 * A link that is mailed is shown to nobody else: opening it proves that the address belongs to the user. On staging,
 * admins can read the mail in the outbox anyway.
 */
export function handOut({ mail, baseUrl }: Config, token: string) {
  const way = mail?.way ?? null;
  return { mail: way, link: way === 'smtp' ? null : invitationLink(baseUrl, token) };
}
