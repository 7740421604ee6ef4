import type { Config } from '../../platform/config/config.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import { ThreadPool } from '../../platform/thread-pool.ts';
import { googleClassId, googleObjectId } from '../../tickets/wallet/google-pass.ts';
import { createIssuers } from '../../tickets/wallet/issuers.ts';
import { createPasses } from '../../tickets/wallet/lasting/passes.ts';
import { type Check, ok, problem, warning } from './check.ts';

/** A token of the right form that no device has. */
const NO_DEVICE = '0'.repeat(64);
const NO_OBJECT = 'doctor';
const WHEN_OPENED = 'Passes are renewed only when they are opened.';

/** Asks Apple to push to a device that is not there: the answer says whether it accepts the certificate. */
export async function checkPushes(config: Config): Promise<Check[]> {
  const { push } = passesOf(config);
  if (!push) return [];
  try {
    const answer = await push(NO_DEVICE);
    if (answer.outcome !== 'failed') return [ok('apple-push', 'Apple accepts the certificate for pushes.')];
    if (/^\d/.test(answer.problem))
      return [
        problem(
          'apple-push',
          `Apple refuses the certificate for pushes: ${answer.problem}.`,
          'Check that the certificate is not revoked and is that of the pass type.',
        ),
      ];
    return [
      warning(
        'apple-push',
        `Apple's server for pushes cannot be reached: ${answer.problem}. ${WHEN_OPENED}`,
        'Let the nodes connect to api.push.apple.com, port 443.',
      ),
    ];
  } catch {
    // The certificate has expired, which another check says.
    return [];
  } finally {
    push.close();
  }
}

/** Asks Google for an object that is not there: the answer says whether the service account may issue. */
export async function checkGoogle(config: Config): Promise<Check[]> {
  const { google, issuers } = passesOf(config);
  if (!google) return [];
  const { issuerId } = await issuers.google();
  const object = { id: googleObjectId(issuerId, NO_OBJECT, true), classId: googleClassId(issuerId) };
  try {
    const { status } = await google.patch(object);
    if (status === 404 || status === 200) return [ok('google-api', 'Google accepts the service account.')];
    return [
      problem(
        'google-api',
        `Google refuses the service account: ${status}.`,
        'Enable the Google Wallet API for its project, and let it issue for the issuer account.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return [
      warning(
        'google-api',
        `Google cannot be reached: ${error.problem}. ${WHEN_OPENED}`,
        'Let the nodes connect to walletobjects.googleapis.com and oauth2.googleapis.com, port 443.',
      ),
    ];
  }
}

/** The secret keys and the threads are not used. */
function passesOf(config: Config) {
  return createPasses({
    config,
    secretKeys: ['doctor'],
    issuers: createIssuers(config),
    threads: new ThreadPool(),
  });
}
