import type { DropFile, DropUser, SignedInUser } from '../sftp-drop/drop-user.ts';

/** The password or the key of an open session would not do any more. */
export class AccessRevoked extends Error {}

/** Where files go, and who may drop them. The server itself keeps nothing. Changes throw `AccessRevoked`. */
export interface DropStore {
  /** Undefined for a wrong password, for an unknown user and after too many tries; the first two must take equally long. */
  findByPassword(username: string, password: string, address: string): Promise<SignedInUser | undefined>;
  /** The public keys of a user in the format of OpenSSH. None for an unknown user. */
  publicKeysOf(username: string): Promise<readonly { user: SignedInUser; key: string }[]>;
  /** Somebody has signed in from that network address. */
  noteSignIn(user: SignedInUser, address: string): Promise<void>;
  /** The files that were dropped and not read yet, and the results. */
  list(user: DropUser): Promise<readonly DropFile[]>;
  /** One of these by its name. */
  find(user: DropUser, name: string): Promise<DropFile | undefined>;
  /** The result of a file, by its own name. Undefined: there is none. */
  readResult(user: DropUser, name: string): Promise<Buffer | undefined>;
  /** Begins a file. One of the same name is replaced when this one is finished. Undefined: the user has dropped too many. */
  begin(user: SignedInUser, name: string, maxFiles: number): Promise<DroppedFile | undefined>;
  /** Returns false if there is no such file. */
  rename(user: SignedInUser, from: string, to: string): Promise<boolean>;
  remove(user: SignedInUser, name: string): Promise<boolean>;
  /** The file is complete: a roster can be made of it. */
  take(user: SignedInUser, name: string): Promise<void>;
}

export interface DroppedFile {
  /** In order. */
  append(bytes: Buffer): Promise<void>;
  /** The client has closed the file. Returns false if there are too many. */
  finish(): Promise<boolean>;
  /** The client has gone, or something was wrong. */
  discard(): Promise<void>;
}
