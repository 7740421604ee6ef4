/** An integration that files are dropped for. */
export interface DropUser {
  companyId: number;
  integrationId: number;
}

/** One who has signed in, and how: if that would not do any more, the session ends. */
export interface SignedInUser extends DropUser {
  username: string;
  credential: { kind: 'password'; hash: string } | { kind: 'key'; key: string };
}

export interface DropFile {
  name: string;
  bytes: number;
  changedAt: Date;
}
