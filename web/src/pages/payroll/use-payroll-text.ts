import { payroll as de } from '../../../../texts/de/portal/payroll.ts';
import { payroll as en } from '../../../../texts/en/portal/payroll.ts';
import { useLanguage } from '../../language/use-language.ts';

const TEXTS = { de, en };

export const usePayrollText = () => TEXTS[useLanguage().language];
