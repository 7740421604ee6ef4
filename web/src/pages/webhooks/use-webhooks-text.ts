import { webhooks as de } from '../../../../texts/de/portal/webhooks.ts';
import { webhooks as en } from '../../../../texts/en/portal/webhooks.ts';
import { useLanguage } from '../../language/use-language.ts';

const TEXTS = { de, en };

export const useWebhooksText = () => TEXTS[useLanguage().language];
