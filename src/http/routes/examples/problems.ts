import { refused } from '../../../platform/refusals.ts';
import { type ProblemCode, problemBody } from '../../problems.ts';
import { invalidValues } from '../../validation-errors.ts';

type Details = Parameters<typeof problemBody>[2];

/** The sentence of a problem as the service writes it, with what else its body has. */
const SENTENCES: Partial<Record<ProblemCode, string | [string, Details]>> = {
  'malformed-request': 'The body is not valid JSON.',
  'invalid-credentials':
    'The username or password is wrong, or the key has expired, was revoked, or belongs to the other environment.',
  'missing-permission': ['This key lacks remove-employees.', { missingPermissions: ['remove-employees'] }],
  'address-not-allowed': 'This key may not be used from 198.51.100.20.',
  'key-restricted': 'This is about the whole company, and the key is restricted to integrations.',
  'approval-in-portal-only': 'A person must approve this sync in the portal: the integration demands it.',
  'foreign-origin': "The request was not sent from the employee's page.",
  'wrong-date-of-birth': ['This is not the date of birth in the HR data.', { values: { left: 4 } }],
  'not-found': 'No employee has the id 4711.',
  'request-timeout': 'Nothing of the body has arrived for 30 s.',
  'ticket-not-valid': "This ticket's month is over.",
  'link-expired': 'This link has expired. The employer can make a new offer.',
  'link-ended': 'This link no longer works. A newer one has replaced it.',
  'offer-withdrawn': 'This offer has been withdrawn.',
  'offer-replaced': 'A newer offer has replaced this one.',
  'roster-outdated':
    'The integration has version 42. Read what has changed, then decide whether to send this roster.',
  'payload-too-large': 'A roster may have 1000000 entries.',
  'headers-too-large': 'The request line and headers may have 16384 bytes.',
  'unsupported-media-type': 'This route does not accept that content type. Send JSON, as application/json.',
  'too-many-requests': 'This key may make 6000 requests a minute.',
  'too-many-unfinished-runs':
    '20 rosters of this integration wait to be applied. Please send this one again later.',
  'internal-error': 'The request was not carried out. It has been logged under its request id.',
  'database-unavailable': 'Please try again in a moment.',
  'query-too-slow': 'Narrow the request with filters, or try again later.',
  busy: 'The server has too many requests of this kind at the moment. Please try again shortly.',
  'wallet-not-configured': 'This server has no valid certificate for apple.',
  'shutting-down': 'Please try again in a moment.',
};

const REFUSED: Partial<Record<ProblemCode, ReturnType<typeof refused>>> = {
  'document-not-downloadable': refused('document-not-downloadable'),
  'clock-cannot-go-back': refused('clock-cannot-go-back', { day: '2026-12-01' }),
  'demo-not-ready': refused('demo-not-ready'),
  'sync-in-progress': refused('sync-in-progress'),
  'integration-disconnected': refused('integration-disconnected'),
  'integration-is-pulled': refused('integration-is-pulled'),
  'takes-no-files': refused('takes-no-files'),
  'cannot-trigger': refused('cannot-trigger'),
  'already-running': refused('already-running'),
  'not-held': refused('not-held'),
  'transition-refused': refused('offer-accepted'),
  conflict: refused('other-answer-given'),
};

const INVALID_ROSTER = invalidValues([
  {
    in: 'body',
    pointer: '/employees/3/dateOfBirth',
    code: 'malformed',
    message: 'must be a day that exists, such as 2026-11-01',
    hrId: '4714',
  },
]);

const UNKNOWN_PARAMETER = invalidValues([
  {
    in: 'query',
    pointer: '/updateSince',
    code: 'unknown-parameter',
    message: 'is not a parameter of this route; updatedSince is one',
    similarName: 'updatedSince',
  },
]);

/** The body of a problem, as an operation may answer it. */
export function problemExample(code: ProblemCode, operationId: string, baseUrl: string) {
  const answering = { baseUrl, requestId: '0b9f1c52-7d0e-4f43-9b8e-4d1c7a0c2f11' };
  const refusal = code === 'invalid-values' ? invalidValue(operationId) : REFUSED[code];
  if (refusal) return problemBody(code, refusal.message, refusal.details, answering);
  const given = SENTENCES[code];
  if (given === undefined) throw new Error(`The problem ${code} has no example.`);
  const [detail, details] = typeof given === 'string' ? [given] : given;
  return problemBody(code, detail, details, answering);
}

const invalidValue = (operationId: string) =>
  operationId.endsWith('Roster') ? INVALID_ROSTER : UNKNOWN_PARAMETER;
