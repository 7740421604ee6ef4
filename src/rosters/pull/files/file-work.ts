import type { AbsenceWindow, Mapping, Page, SourceFile, Survey } from '../hr-system.ts';
import type { SourceError } from '../source-error.ts';

/** What a thread does with a file. */
export interface FileWork {
  file: SourceFile;
  /** Of a workbook, by default the first. */
  sheet: string | undefined;
  /** Without it, the file is surveyed. */
  people?: PeopleWork;
  absenceTypeColumn?: string | undefined;
}

interface PeopleWork {
  mapping: Mapping;
  window: AbsenceWindow;
  slashDates: string | undefined;
}

/** Errors lose their class between threads. */
type FileProblem = Pick<SourceError, 'code' | 'detail' | 'field' | 'right'>;

export type FileMessage = { survey: Survey } | { page: Page } | { problem: FileProblem };
