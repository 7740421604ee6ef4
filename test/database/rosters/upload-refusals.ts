/**
 * Refusals that do not depend on the content of a roster, but on its sender, its time, its target or its
 * transfer.
 */
export const UPLOAD_REFUSALS = [
  {
    line: 'no credentials',
    status: 401,
    code: 'invalid-credentials',
    detail: 'Send the username and password of an API key with HTTP Basic authentication.',
  },
  {
    line: 'wrong credentials',
    status: 401,
    code: 'invalid-credentials',
    detail:
      'The username or password is wrong, or the key has expired, was revoked, or belongs to the other environment.',
  },
  {
    line: 'a key without all four permissions',
    status: 403,
    code: 'missing-permission',
    detail: 'This key lacks remove-employees.',
  },
  {
    line: "to an integration that is unknown or another company's",
    status: 404,
    code: 'not-found',
    detail: 'No integration has the id 999999.',
  },
  {
    line: 'to a disconnected integration',
    status: 409,
    code: 'integration-disconnected',
    detail: 'This integration is disconnected; it takes no rosters.',
  },
  {
    line: 'a body of which nothing arrives for 30 seconds',
    status: 408,
    code: 'request-timeout',
    detail: 'Nothing of the body has arrived for 1 s.',
  },
  {
    line: 'a body that is slower for a minute than 1 KiB a second, or than more if it takes longer',
    status: 408,
    code: 'request-timeout',
    detail: 'The body arrives too slowly: 1024 bytes a second are the least.',
  },
  {
    line: 'a key that is revoked or expires during the upload',
    status: 401,
    code: 'invalid-credentials',
    detail: 'The key was revoked or has expired during the upload.',
  },
  {
    line: 'an `If-Match` that names another version than the integration has',
    status: 412,
    code: 'roster-outdated',
    detail: 'The integration has version 42. Read what has changed, then decide whether to send this roster.',
  },
  {
    line: 'a roster while 20 of the integration wait to be applied',
    status: 429,
    code: 'too-many-unfinished-runs',
    detail: '20 rosters of this integration wait to be applied. Please send this one again later.',
  },
  {
    line: 'a body whose connection is lost',
    status: 400,
    code: 'malformed-request',
    detail: 'The connection was closed before the body was complete.',
  },
] as const;

export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number];

export function refusalOf(line: UploadRefusal['line']): UploadRefusal {
  const found = UPLOAD_REFUSALS.find((each) => each.line === line);
  if (!found) throw new Error(`nothing is said about ${line}`);
  return found;
}
