import { useMemo, useState } from 'react';
import { type Column, isColumn, type TableKind } from '../../../../roster-files/columns.ts';
import type { ColumnChoices } from '../../../../roster-files/match-columns.ts';
import type { SlashDates } from '../../../../roster-files/values.ts';
import type { FileMapping } from '../../api/routes.ts';
import { choose, type MatchedTable, matchTable, slashDatesOf } from './draft.ts';
import { type EntriesFile, type OpenedFile, openFile } from './open-file.ts';

/** A file that a person has chosen, and what its columns hold. */
export interface ChosenFile {
  isReading: boolean;
  opened: OpenedFile | undefined;
  matched: MatchedTable | undefined;
  /** The choices of this visit, by heading. */
  edits: ColumnChoices;
  /** Some columns are as remembered from an earlier file. */
  isRemembered: boolean;
  /** The dates have slashes and do not tell which number is the month. */
  asksForDates: boolean;
  /** Undefined until everything that is needed has been chosen. */
  ready: EntriesFile | MatchedTable | undefined;
  open(file: File, sheet?: string): Promise<void>;
  changeSheet(sheet: string): Promise<void>;
  chooseColumn(heading: string, column: Column | null): void;
  chooseDates(dates: SlashDates | undefined): void;
}

export function useTable(
  kind: TableKind,
  remembered: FileMapping['columns'],
  rememberedDates: SlashDates | null,
): ChosenFile {
  const [file, setFile] = useState<File>();
  const [opened, setOpened] = useState<OpenedFile>();
  const [isReading, setIsReading] = useState(false);
  const [edits, setEdits] = useState<ColumnChoices>({});
  const [dates, setDates] = useState<SlashDates>();
  const known = useMemo(() => toChoices(remembered), [remembered]);
  const table = opened?.kind === 'table' ? opened : undefined;
  const matched = useMemo(() => {
    if (!table) return undefined;
    const { matching } = matchTable(table, { ...known, ...edits }, undefined, kind);
    const written = slashDatesOf(table, matching.columns);
    const used = written === undefined ? undefined : (dates ?? written ?? rememberedDates ?? undefined);
    return { table, matching, dates: used, asksForDates: written === null };
  }, [table, known, edits, dates, kind, rememberedDates]);
  const open = async (given: File, sheet?: string) => {
    setIsReading(true);
    try {
      const result = await openFile(given, sheet);
      setFile(given);
      setOpened(result);
    } finally {
      setIsReading(false);
    }
  };
  const asksForDates = matched?.asksForDates ?? false;
  const isComplete =
    matched &&
    matched.matching.missing.length === 0 &&
    matched.matching.ambiguous.length === 0 &&
    matched.table.rows.length > 0 &&
    !(asksForDates && !matched.dates);
  return {
    isReading,
    opened,
    matched,
    edits,
    isRemembered: matched?.matching.headings.some((heading) => Object.hasOwn(known, heading)) ?? false,
    asksForDates,
    ready: opened?.kind === 'entries' ? opened : isComplete ? matched : undefined,
    open,
    changeSheet: async (sheet) => {
      if (file) await open(file, sheet);
    },
    chooseColumn: (heading, column) => matched && setEdits(choose(edits, matched.matching, heading, column)),
    chooseDates: setDates,
  };
}

/** Fields that this version of the portal does not know are guessed again. */
function toChoices(remembered: FileMapping['columns']): ColumnChoices {
  return Object.fromEntries(
    remembered.flatMap(({ heading, column }) =>
      column === null || isColumn(column) ? [[heading, column] as const] : [],
    ),
  );
}
