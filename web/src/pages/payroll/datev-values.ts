import type { DatevClient } from '../../api/routes.ts';

/** As they are typed. */
export type DatevValues = Record<keyof DatevClient, string>;

/** The limits that the service has, so that a wrong value is explained beside its field. */
export const MAX_VALUES = {
  adviserNumber: 9_999_999,
  clientNumber: 99_999,
  withheldWageType: 9_999,
  withheldKey: 99,
  taxFreeWageType: 9_999,
  taxFreeKey: 99,
} as const;

export const NUMBERS = Object.keys(MAX_VALUES) as (keyof typeof MAX_VALUES)[];

export const isNumber = (text: string, max: number): boolean =>
  /^\s*[1-9]\d*\s*$/.test(text) && Number(text) <= max;

export function valuesOf(client: DatevClient | undefined): DatevValues {
  const text = (name: keyof DatevClient) => String(client?.[name] ?? '');
  return {
    legalEntity: text('legalEntity'),
    adviserNumber: text('adviserNumber'),
    clientNumber: text('clientNumber'),
    withheldWageType: text('withheldWageType'),
    withheldKey: text('withheldKey'),
    taxFreeWageType: text('taxFreeWageType'),
    taxFreeKey: text('taxFreeKey'),
  };
}

export function toClient(values: DatevValues): DatevClient {
  const orNull = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    legalEntity: values.legalEntity.trim(),
    adviserNumber: Number(values.adviserNumber),
    clientNumber: Number(values.clientNumber),
    withheldWageType: orNull(values.withheldWageType),
    withheldKey: orNull(values.withheldKey),
    taxFreeWageType: orNull(values.taxFreeWageType),
    taxFreeKey: orNull(values.taxFreeKey),
  };
}
