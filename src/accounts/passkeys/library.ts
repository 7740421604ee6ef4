import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Loaded with the first passkey: it takes a third of a second and 28 MB, which most installations never need. */
export const webauthn = () => import('@simplewebauthn/server');

/** The results of extensions are left out: no extension is used. */
export type PasskeyAnswer = Omit<AuthenticationResponseJSON, 'clientExtensionResults'>;
export type CreatedPasskey = Omit<RegistrationResponseJSON, 'clientExtensionResults'>;
