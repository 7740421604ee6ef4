import { outbox as de } from '../../../texts/de/portal/outbox.ts';
import { outbox as en } from '../../../texts/en/portal/outbox.ts';
import { pageTexts } from '../language/page-texts.ts';

export const useOutboxText = pageTexts({ de, en });
