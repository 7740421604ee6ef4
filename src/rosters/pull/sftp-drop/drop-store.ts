/** An integration that files are dropped for. */
export interface DropUser {
  /** Of the integration, unique among all companies. */
  id: string;
}

interface DropFile {
  name: string;
  bytes: number;
  changedAt: Date;
}

/** Where files go, and who may drop them. The server itself keeps nothing. */
export interface DropStore {
  /** Undefined for a wrong password and for an unknown user; both must take equally long. */
  findByPassword(username: string, password: string): Promise<DropUser | undefined>;
  /** The public keys of a user in the format of OpenSSH. None for an unknown user. */
  publicKeysOf(username: string): Promise<readonly { user: DropUser; key: string }[]>;
  /** The files that were dropped and not taken yet, and the results. */
  list(user: DropUser): Promise<readonly DropFile[]>;
  /** The result of a file, by its own name. Undefined: there is none. */
  readResult(user: DropUser, name: string): Promise<Buffer | undefined>;
  /** Begins a file. One of the same name is replaced when this one is finished. */
  begin(user: DropUser, name: string): Promise<DroppedFile>;
  /** Returns false if there is no such file. */
  rename(user: DropUser, from: string, to: string): Promise<boolean>;
  remove(user: DropUser, name: string): Promise<boolean>;
  /** The file is complete: a roster can be made of it. */
  take(user: DropUser, name: string): Promise<void>;
}

export interface DroppedFile {
  /** In order. */
  append(bytes: Buffer): Promise<void>;
  /** The client has closed the file. */
  finish(): Promise<void>;
  /** The client has gone, or something was wrong. */
  discard(): Promise<void>;
}
