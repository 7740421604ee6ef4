import type { Integration } from '../api/routes.ts';
import type { Messages } from '../messages/en/catalogue.ts';

export interface NamedAbsence {
  type: string;
  kind?: Integration['absenceTypes'][number]['kind'] | null;
}

/** Kinds that pause are shown in the reader's language, all others as the HR system names them. */
export function absenceName({ type, kind }: NamedAbsence, { absence }: Messages['vocabulary']): string {
  return kind && kind !== 'other' ? absence[kind] : type;
}
