import { payroll as de } from '../../../../texts/de/portal/payroll.ts';
import { payroll as en } from '../../../../texts/en/portal/payroll.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const usePayrollText = pageTexts({ de, en });
