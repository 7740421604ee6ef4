import { addDays } from '../../../src/domain/calendar/months.ts';
import { type Entry, isInvalid, NO_PAYROLL } from '../../pure/models/roster-facts.ts';
import { type Edit, HUMANS } from './steps.ts';

/** The people that an HR department lists, and those that it listed before. */
export class HrData {
  readonly #listed = new Map<string, Entry>();
  readonly #gone: Entry[] = [];
  readonly #spelling: (name: string) => string;

  /** HR systems spell the same name differently. */
  constructor(spelling: (name: string) => string = (name) => name) {
    this.#spelling = spelling;
  }

  entries(): Entry[] {
    // A roster has at least one entry.
    if (this.#listed.size === 0) this.#hire(0, '1');
    return [...this.#listed.values()];
  }

  change(edit: Edit, today: string): void {
    const all = [...this.#listed.values()];
    if (edit.edit === 'hire') this.#hire(edit.human, edit.hrId);
    else if (edit.edit === 'hire-all')
      for (const human of HUMANS.keys()) this.#hire(human, String(human + 1));
    else if (edit.edit === 'hire-twice') for (const hrId of edit.hrIds) this.#hire(edit.human, hrId);
    else if (edit.edit === 'swap-emails')
      this.#swapEmails(all[edit.which % all.length], all[edit.other % all.length]);
    else if (edit.edit === 'swap-numbers')
      this.#swapNumbers(all[edit.which % all.length], all[edit.other % all.length]);
    else if (edit.edit === 'heal') for (const entry of all) this.#heal(entry);
    else if (edit.edit === 'return') this.#takeBack(edit);
    else if (edit.edit === 'renumber-all')
      for (const entry of all) this.#renumber(entry, `${edit.prefix}${entry.hrId.at(-1)}`);
    else if (edit.edit === 'all-leave-but') for (const entry of all.slice(edit.keep)) this.#leave(entry);
    else {
      const entry = all[edit.which % all.length];
      if (entry) this.#changeOne(entry, edit, today);
    }
  }

  /** Gives an invalid entry a birth date and an e-mail address again. */
  #heal(entry: Entry): void {
    if (!isInvalid(entry)) return;
    const human = HUMANS.find(({ firstName }) => firstName === entry.firstName) ?? HUMANS[0];
    this.#listed.set(entry.hrId, { ...entry, ...human, lastName: entry.lastName });
  }

  #changeOne(entry: Entry, edit: Exclude<Edit, { edit: 'heal' | 'hire-all' }>, today: string): void {
    const set = (fields: Partial<Entry>) => this.#listed.set(entry.hrId, { ...entry, ...fields });
    const day = 'inDays' in edit && edit.inDays !== null ? addDays(today, edit.inDays) : null;
    if (edit.edit === 'leave') this.#leave(entry);
    if (edit.edit === 'renumber') this.#renumber(entry, edit.hrId);
    if (edit.edit === 'set') set(edit.fields);
    if (edit.edit === 'shout') set({ lastName: entry.lastName.toUpperCase() });
    if (edit.edit === 'becomes')
      set({ ...HUMANS[edit.human], ...(edit.isNamesake && { lastName: entry.lastName }) });
    if (edit.edit === 'terminate') set({ terminationDate: day });
    if (edit.edit === 'start') set({ startDate: day ?? entry.startDate });
  }

  #hire(which: number, hrId: string): void {
    const human = HUMANS[which];
    if (!human) return;
    const facts = {
      ...{ startDate: '2020-01-01', terminationDate: null, autoSyncEmployee: null, absences: [] },
      ...NO_PAYROLL,
    };
    this.#listed.set(hrId, { hrId, ...human, lastName: this.#spelling(human.lastName), ...facts });
  }

  #swapEmails(one: Entry | undefined, other: Entry | undefined): void {
    if (!one || !other) return;
    this.#listed.set(one.hrId, { ...one, email: other.email });
    this.#listed.set(other.hrId, { ...other, email: one.email });
  }

  #swapNumbers(one: Entry | undefined, other: Entry | undefined): void {
    if (!one || !other) return;
    this.#listed.set(one.hrId, { ...other, hrId: one.hrId });
    this.#listed.set(other.hrId, { ...one, hrId: other.hrId });
  }

  #leave(entry: Entry): void {
    this.#listed.delete(entry.hrId);
    this.#gone.push(entry);
  }

  #takeBack({ which, hrId: otherHrId, fields }: Extract<Edit, { edit: 'return' }>): void {
    const entry = this.#gone.at(-1 - (which % 3));
    const hrId = otherHrId ?? entry?.hrId ?? '';
    if (entry && !this.#listed.has(hrId)) this.#listed.set(hrId, { ...entry, hrId, ...fields });
  }

  #renumber(entry: Entry, hrId: string): void {
    if (this.#listed.has(hrId)) return;
    this.#leave(entry);
    this.#listed.set(hrId, { ...entry, hrId });
  }
}
