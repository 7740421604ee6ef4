import type { MailKind } from '../../domain/mail-queue/kinds.ts';
import type { Notice } from '../../domain/mail-queue/notices.ts';
import type { Claim } from '../../platform/claims/claims.ts';

/** A mail that this node has claimed. Nobody else sends it until the claim ends. */
export interface ClaimedMail extends Claim {
  kind: MailKind;
  employeeId: number | null;
  userId: number | null;
  address: string | null;
  /** The recipient is the technical contact of this integration. */
  integrationId: number | null;
  /** The notice, for mails of the kind `notice`. */
  notice: Notice | null;
  about: Record<string, number>;
  sealed: string | null;
  createdAt: Date;
  /** When it is given up. */
  expiresAt: Date;
  isExpired: boolean;
  /** How often it was claimed, this time included. */
  attempts: number;
  /** How many of them found that the mail must wait. These are no failures. */
  waits: number;
  /** The last answer of the mail server. */
  reason: string | null;
}
