import type { Messages } from './en/portal/catalogue.ts';

export interface NamedAbsence {
  type: string;
  kind?: keyof Messages['vocabulary']['absence'] | null;
}

/** Kinds that pause are shown in the reader's language, all others as the HR system names them. */
export function absenceName({ type, kind }: NamedAbsence, { absence }: Messages['vocabulary']): string {
  return kind && kind !== 'other' ? absence[kind] : type;
}
