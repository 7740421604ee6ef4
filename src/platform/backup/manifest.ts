import type { Environment } from '../config/config.ts';

export const FORMAT = 1;

/** The first record of a backup. */
export interface Manifest {
  format: number;
  version: string;
  commit: string | null;
  environment: Environment;
  takenAt: string;
  postgres: string;
  /** The applied migrations, in their order. */
  migrations: { version: number; name: string; checksum: string }[];
  /** The keys that sign links and encrypt stored secrets, the newest first. */
  secretKeys: string[];
  /** Other files of `DATA_DIR/secrets`, by name. */
  files: { [name: string]: string };
}

/** Precedes the data of a table. Its data is what `COPY … TO STDOUT` prints. */
export interface TableHead {
  table: string;
  columns: string[];
}

/** Follows the data of a table. */
export interface TableEnd {
  rows: number;
}

/** The last record. */
export interface BackupEnd {
  sequences: Sequence[];
}

export interface Sequence {
  table: string;
  column: string;
  value: string;
  isCalled: boolean;
}
