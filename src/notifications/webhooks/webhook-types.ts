import { OUTGOING_PROBLEMS } from '../../platform/outgoing/outgoing-error.ts';

/** `failing`: being retried. `disabled`: by the service. `off`: by an admin. The table of docs/webhooks.md. */
export const WEBHOOK_STATES = ['active', 'failing', 'disabled', 'off'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const DISABLED_REASONS = ['failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The kinds of requests: a new event, a replayed event, or a test. */
export const DELIVERY_KINDS = ['event', 'replay', 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_OUTCOMES = ['delivered', 'failed'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Why there was no answer. */
export const DELIVERY_PROBLEMS = [...OUTGOING_PROBLEMS, 'secret-unreadable'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** The type of the event that a test sends. It is not in the feed. */
export const TEST_TYPE = 'webhook.test';

export const MAX_ENDPOINTS = 20;
export const MAX_URL_LENGTH = 2000;
