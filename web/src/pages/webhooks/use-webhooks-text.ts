import { webhooks as de } from '../../../../texts/de/portal/webhooks.ts';
import { webhooks as en } from '../../../../texts/en/portal/webhooks.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useWebhooksText = pageTexts({ de, en });
