import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { OutgoingError } from './outgoing-error.ts';

/** An answer of another server, of any status. Its body is read once, or the answer is destroyed. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * The body. Throws an `OutgoingError` if it has more bytes, or costs as much as more bytes. `onBytes` gets what each piece costs, and
   * may throw.
   */
  read(maxBytes: number, onBytes?: (bytes: number) => void): Promise<Buffer>;
  /** The first bytes of the body. If it is much longer, the connection is closed. */
  readFirst(bytes: number, ignoredBytes: number): Promise<Buffer>;
  destroy(): void;
}

/**
 * A piece costs time however small it is: a chunk of one byte about two microseconds, an encrypted record of one byte ten. Honest servers
 * send few small ones.
 */
const SMALL_PIECE_BYTES = 512;
/** For so long, in milliseconds, a small piece keeps the connection waiting: others need the processor too. */
const MS_FOR_A_SMALL_PIECE = 0.025;
/** Shorter waits are added up. */
const MIN_WAIT_MS = 5;
/** Small pieces that cost nothing: those of the head, and the ends of larger ones. */
const FREE_PIECES = 1_000;

/**
 * How much of a body is kept while the connection waits. The chunks are kept one by one, so this many of one byte may arrive in one
 * turn.
 */
export const BODY_BUFFER_BYTES = 4 * 1024;

/**
 * Reads the answer of one request. Small pieces, as the connection reads them and as chunks of the body, count as larger ones, and make
 * the connection wait. So neither tiny chunks, nor tiny records, nor a head that arrives byte by byte keep the service busy.
 */
export class AnswerReader implements IncomingAnswer {
  readonly #request: ClientRequest;
  #socket: Socket | undefined;
  #message: IncomingMessage | undefined;
  #problem: unknown;
  #maxBytes = 0;
  #onBytes: (bytes: number) => void = () => {};
  /** What small pieces lack. */
  #missingBytes = -FREE_PIECES * SMALL_PIECE_BYTES;
  #owedMs = 0;
  #waiting: NodeJS.Timeout | undefined;

  constructor(request: ClientRequest) {
    this.#request = request;
    const onRead = (piece: Uint8Array) => {
      if (this.#problem) return;
      try {
        this.#count(piece.length);
      } catch (error) {
        this.#fail(error);
      }
    };
    request.once('socket', (socket) => {
      this.#socket = socket;
      socket.on('data', onRead);
    });
    request.once('close', () => {
      this.#socket?.off('data', onRead);
      if (!this.#waiting) return;
      clearTimeout(this.#waiting);
      // The end of the body may still have to be read, and the connection may be kept for the next request.
      this.#goOn();
    });
  }

  begin(message: IncomingMessage): IncomingAnswer {
    this.#message = message;
    return this;
  }

  get #answer(): IncomingMessage {
    if (!this.#message) throw new Error('there is no answer yet');
    return this.#message;
  }

  get status(): number {
    return this.#answer.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.#answer.headers;
  }

  /** Why the request failed, if it was ended here. */
  explain(error: unknown): unknown {
    return this.#problem ?? error;
  }

  async read(maxBytes: number, onBytes: (bytes: number) => void = () => {}): Promise<Buffer> {
    this.#maxBytes = maxBytes;
    this.#onBytes = onBytes;
    const chunks: Buffer[] = [];
    let bytes = 0;
    await this.#eachChunk((chunk) => {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OutgoingError('too-large');
      onBytes(chunk.length);
      chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  }

  async readFirst(bytes: number, ignoredBytes: number): Promise<Buffer> {
    this.#maxBytes = ignoredBytes;
    const chunks: Buffer[] = [];
    let [left, read] = [bytes, 0];
    try {
      await this.#eachChunk((chunk) => {
        if (left > 0) chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        read += chunk.length;
        if (read > ignoredBytes) throw new OutgoingError('too-large');
      });
    } catch {
      // The status is the answer: a body that breaks off changes nothing about it.
      this.destroy();
    }
    return Buffer.concat(chunks);
  }

  destroy(): void {
    this.#answer.destroy();
  }

  /** An asynchronous iterator would join the chunks that have arrived, so that nobody could count them. */
  async #eachChunk(take: (chunk: Buffer) => void): Promise<void> {
    const answer = this.#answer;
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => reject(this.explain(error));
      answer.once('end', () => (this.#problem ? fail(this.#problem) : resolve()));
      answer.once('error', fail);
      answer.once('close', () => fail(new Error('the answer breaks off')));
      if (answer.destroyed) fail(new Error('the answer breaks off'));
      answer.on('data', (chunk: Buffer) => {
        if (this.#problem) return;
        try {
          take(chunk);
          this.#count(chunk.length);
        } catch (error) {
          this.#fail(error);
        }
      });
      if (this.#waiting) answer.pause();
    });
  }

  /** Throws if the small pieces together cost more than the largest answer. */
  #count(bytes: number): void {
    const missing = SMALL_PIECE_BYTES - bytes;
    if (missing <= 0) return;
    this.#missingBytes += missing;
    this.#owedMs += MS_FOR_A_SMALL_PIECE;
    if (this.#missingBytes > this.#maxBytes) throw new OutgoingError('too-large');
    if (this.#missingBytes > 0) this.#onBytes(missing);
    if (this.#owedMs >= MIN_WAIT_MS && !this.#waiting) this.#wait();
  }

  #fail(error: unknown): void {
    this.#problem ??= error;
    this.#request.destroy(error instanceof Error ? error : undefined);
  }

  #wait(): void {
    this.#message?.pause();
    this.#socket?.pause();
    this.#waiting = setTimeout(() => {
      // What arrived in the turn in which the connection was told to wait.
      if (this.#owedMs >= MIN_WAIT_MS) this.#wait();
      else this.#goOn();
    }, this.#owedMs);
    this.#owedMs = 0;
  }

  #goOn(): void {
    this.#waiting = undefined;
    if (this.#message?.listenerCount('data')) this.#message.resume();
    this.#socket?.resume();
  }
}
