import type { SftpServer } from 'ssh2';
import type { Slots } from '../../../platform/slots.ts';
import type { SignedInUser } from '../sftp-drop/drop-user.ts';
import { AccessRevoked, type DroppedFile, type DropStore } from './drop-store.ts';
import type { OrderedWriter } from './ordered-writer.ts';

export interface SessionLimits {
  fileBytes: number;
  /** Files of a user that wait to be read, results not counted. */
  files: number;
  /** Requests of a client that wait for an answer, and their bytes. */
  waiting: number;
  waitingBytes: number;
}

/** Numbers of RFC draft "SSH File Transfer Protocol", version 3. */
export const CODES = {
  ...{ ok: 0, end: 1, noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 },
} as const;
const MAX_HANDLES = 8;
const MAX_PATH_LENGTH = 1024;

/** A code of the protocol instead of an answer. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`refused with ${code}`);
    this.code = code;
  }
}

type Handle = { kind: 'folder'; isListed: boolean } | { kind: 'result'; bytes: Buffer } | Upload;

export interface Upload {
  kind: 'upload';
  name: string;
  file: DroppedFile;
  writer: OrderedWriter;
  /** A part could not be stored. */
  isBroken: boolean;
}

export interface Session {
  sftp: SftpServer;
  user: SignedInUser;
  store: DropStore;
  limits: SessionLimits;
  /** Work at the same time. Owners are companies. */
  work: Slots;
  /** Ends the connection of a client that does not keep to the protocol. */
  hangUp(): void;
  /** Told of every request. */
  onRequest(): void;
  onError(error: unknown): void;
}

/** The requests of a client, and the handles that it has open. */
export class Requests {
  readonly handles = new Map<string, Handle>();
  /** The client has gone, and so have its files. */
  readonly done: Promise<void>;
  readonly #session: Session;
  /** Handles that the client has asked to close. */
  readonly #closing = new Set<string>();
  #isGone = false;
  #lastHandle = 0;
  #waiting = 0;
  #waitingBytes = 0;
  /** Requests are answered in their order: a client may close a file before the answer to its last part. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
    const { sftp, onError } = session;
    // Without it, clients wait for an answer after their last command.
    sftp.on('end', () => sftp.end());
    this.done = new Promise((resolve) => {
      sftp.on('close', () => {
        this.#isGone = true;
        // After the parts of files that it has closed: they count.
        this.#queue = this.#queue
          .then(() => this.#discardUploads())
          .catch(onError)
          .then(() => resolve());
      });
    });
  }

  on(event: string, work: (request: number, ...values: never[]) => Promise<void>): void {
    const { sftp, user, limits, work: slots, onRequest } = this.#session;
    sftp.on(event, (request: number, ...values: never[]) => {
      if (this.#isGone) return;
      onRequest();
      if (values.some(isTooLong)) return sftp.status(request, CODES.noSuchFile);
      const size = sizeOf(values);
      this.#waiting += 1;
      this.#waitingBytes += size;
      if (this.#waiting > limits.waiting || this.#waitingBytes > limits.waitingBytes) return this.#hangUp();
      const [first] = values as unknown[];
      const id = isOfFile(event) && Buffer.isBuffer(first) ? handleOf(first) : undefined;
      if (event === 'CLOSE' && id !== undefined) this.#closing.add(id);
      // Nobody waits for the answer any more.
      const isUseless = () => this.#isGone && !(id !== undefined && this.#closing.has(id));
      this.#queue = this.#queue
        .then(async () => {
          if (isUseless()) return;
          await slots.use(user.companyId, async () => (isUseless() ? undefined : work(request, ...values)));
        })
        .catch((error) => this.#refuse(request, error))
        .finally(() => {
          this.#waiting -= 1;
          this.#waitingBytes -= size;
        });
    });
  }

  open(request: number, handle: Handle): void {
    this.#lastHandle += 1;
    this.handles.set(String(this.#lastHandle), handle);
    this.#session.sftp.handle(request, Buffer.from(String(this.#lastHandle)));
  }

  at(id: Buffer): Handle {
    const handle = this.handles.get(handleOf(id));
    if (!handle) throw new Refusal(CODES.failure);
    return handle;
  }

  /** The client does not use it any more. */
  close(id: Buffer): void {
    this.handles.delete(handleOf(id));
    this.#closing.delete(handleOf(id));
  }

  checkHandles(): void {
    if (this.handles.size >= MAX_HANDLES) throw new Refusal(CODES.failure);
  }

  #refuse(request: number, error: unknown): void {
    const { sftp, onError } = this.#session;
    if (error instanceof AccessRevoked) this.#hangUp();
    else if (!(error instanceof Refusal)) onError(error);
    if (!this.#isGone) sftp.status(request, error instanceof Refusal ? error.code : CODES.failure);
  }

  #hangUp(): void {
    this.#isGone = true;
    this.#session.hangUp();
  }

  async #discardUploads(): Promise<void> {
    const uploads = [...this.handles.values()].filter((handle) => handle.kind === 'upload');
    this.handles.clear();
    for (const { file } of uploads) await file.discard();
  }
}

const isOfFile = (event: string) => event === 'WRITE' || event === 'CLOSE';

const handleOf = (id: Buffer) => id.toString('latin1');

const isTooLong = (value: unknown) => typeof value === 'string' && value.length > MAX_PATH_LENGTH;

const sizeOf = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + bytesOf(value), 100);

const bytesOf = (value: unknown) =>
  Buffer.isBuffer(value) ? value.length : typeof value === 'string' ? 2 * value.length : 0;
