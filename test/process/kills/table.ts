import { LAWS, type Law } from './fault.ts';
import { WHO, type Who } from './names.ts';

interface Row {
  rounds: number;
  interrupted: number;
  faults: Record<Law, number>;
}

/** Counts rounds by kind of work and by what was killed. */
export class Table {
  readonly #rows = new Map<string, Row>();

  #row(kind: string, who: Who): Row {
    const key = `${kind}|${who}`;
    const row = this.#rows.get(key) ?? {
      rounds: 0,
      interrupted: 0,
      faults: { lost: 0, doubled: 0, half: 0 },
    };
    this.#rows.set(key, row);
    return row;
  }

  countKill(kind: string, who: Who, wasInterrupted: boolean): void {
    const row = this.#row(kind, who);
    row.rounds += 1;
    if (wasInterrupted) row.interrupted += 1;
  }

  countFault(kind: string, who: Who, law: Law): void {
    this.#row(kind, who).faults[law] += 1;
  }

  interrupted(kind: string): number {
    return WHO.reduce((sum, who) => sum + (this.#rows.get(`${kind}|${who}`)?.interrupted ?? 0), 0);
  }

  /** In Markdown: rounds by what was killed, with those in the middle of the work in brackets. */
  print(kinds: readonly string[]): string {
    const lines = [`| work | ${WHO.join(' | ')} | ${LAWS.join(' | ')} |`, '|---|---|---|---|---|---|---|'];
    for (const kind of kinds) {
      const rows = WHO.map((who) => this.#rows.get(`${kind}|${who}`));
      const rounds = rows.map((row) => (row ? `${row.rounds} (${row.interrupted})` : '0'));
      const faults = LAWS.map((law) => rows.reduce((sum, row) => sum + (row?.faults[law] ?? 0), 0));
      lines.push(`| ${[kind, ...rounds, ...faults].join(' | ')} |`);
    }
    return lines.join('\n');
  }
}
