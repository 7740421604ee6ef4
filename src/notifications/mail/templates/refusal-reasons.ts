import type { Language } from '../../../../texts/language.ts';

/** Why a roster was refused, by the code of the problem. A test compares them with the portal's words. */
export const REFUSAL_REASONS: Record<Language, Readonly<Record<string, string>>> = {
  de: {
    'malformed-request': 'Die Liste ist nicht lesbar',
    'invalid-values': 'Die Liste enthält ungültige Werte',
    'payload-too-large': 'Die Liste ist zu groß',
    'unsupported-media-type': 'Die Liste kam nicht als JSON',
    'request-timeout': 'Die Liste kam zu langsam an',
    'integration-disconnected': 'Die Anbindung ist getrennt',
    'too-many-unfinished-runs': 'Zu viele Listen warten noch',
    'invalid-credentials': 'Der API-Schlüssel wurde währenddessen ungültig',
    'sync-id-reused': 'Die Kennung der Liste wurde schon für eine andere verwendet',
    'missing-permission': 'Dem API-Schlüssel fehlt eine Berechtigung',
    'address-not-allowed': 'Der API-Schlüssel gilt nicht für diese Netzwerkadresse',
    'key-expired': 'Der API-Schlüssel ist abgelaufen',
    'key-revoked': 'Der API-Schlüssel ist gesperrt',
    'password-replaced': 'Das Passwort des API-Schlüssels wurde ersetzt',
    'internal-error': 'Ein Fehler des Dienstes',
  },
  en: {
    'malformed-request': 'The roster could not be read',
    'invalid-values': 'The roster has invalid values',
    'payload-too-large': 'The roster is too large',
    'unsupported-media-type': 'The roster is not sent as JSON',
    'request-timeout': 'The roster arrived too slowly',
    'integration-disconnected': 'The integration is disconnected',
    'too-many-unfinished-runs': 'Too many rosters wait to be applied',
    'invalid-credentials': 'The API key ended during the upload',
    'sync-id-reused': 'The id of the roster was already used for another one',
    'missing-permission': 'The API key lacks a permission',
    'address-not-allowed': 'The API key may not be used from this network address',
    'key-expired': 'The API key has expired',
    'key-revoked': 'The API key was revoked',
    'password-replaced': 'The password of the API key was replaced',
    'internal-error': 'A fault of the service',
  },
};

const OTHERWISE: Record<Language, string> = {
  de: 'Die Liste wurde abgewiesen',
  en: 'The roster was refused',
};

/** Such a roster was answered with 204: the sender does not know that it was not applied. */
export const isIgnored = ({ code }: { code: string }): boolean => code === 'sync-id-reused';

/** The reason in words for HR, then status and code for those who build the export. */
export function refusalReason(
  language: Language,
  { status, code }: { status: number; code: string },
): string {
  return `${REFUSAL_REASONS[language][code] ?? OTHERWISE[language]} (${status} ${code})`;
}
