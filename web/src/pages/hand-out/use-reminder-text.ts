import { reminders as de } from '../../../../texts/de/portal/reminders.ts';
import { reminders as en } from '../../../../texts/en/portal/reminders.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useReminderText = pageTexts({ de, en });
