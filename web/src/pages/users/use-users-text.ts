import { users as de } from '../../../../texts/de/portal/users.ts';
import { users as en } from '../../../../texts/en/portal/users.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useUsersText = pageTexts({ de, en });
