import { connect as de } from '../../../texts/de/portal/connect.ts';
import { connect as en } from '../../../texts/en/portal/connect.ts';
import { pageTexts } from '../language/page-texts.ts';

export const useConnectText = pageTexts({ de, en });
