import { createSeal } from '../../platform/seal.ts';

/**
 * Encrypts the token of a link until its mail is sent: the database holds only digests of tokens otherwise. A token
 * belongs to one invitation.
 */
export interface MailTokens {
  close(token: string, companyId: number, invitationId: number): string;
  open(sealed: string, companyId: number, invitationId: number): string | undefined;
}

export function createMailTokens(secretKeys: readonly string[]): MailTokens {
  const seal = createSeal('mail-token', secretKeys);
  const context = (companyId: number, invitationId: number) => `invitation ${companyId} ${invitationId}`;
  return {
    close: (token, ...invitation) => seal.close(token, context(...invitation)),
    open: (sealed, ...invitation) => seal.open(sealed, context(...invitation)),
  };
}
