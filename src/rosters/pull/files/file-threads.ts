import { FILE_THREADS } from '../../../platform/limits.ts';
import { Slots } from '../../../platform/slots.ts';
import { messagesOf, ThreadEnded } from '../../../platform/thread-messages.ts';
import type { FileReader, Page } from '../hr-system.ts';
import { SourceError, unreadable } from '../source-error.ts';
import type { FileMessage, FileWork } from './file-work.ts';

const MODULE = import.meta.resolve('./file-thread.ts');

interface Limits {
  mebibytes: number;
  ms: number;
}

/**
 * Reads files of people in threads, few at once, companies in turn. A file can describe far more than it has bytes: a thread that
 * exceeds a bound or dies makes the file unreadable, and nobody else notices.
 */
export class FileThreads {
  readonly #slots = new Slots(FILE_THREADS.slots);
  readonly #limits: Limits;

  constructor(limits: Partial<Limits> = {}) {
    const { mebibytes, ms } = FILE_THREADS;
    this.#limits = { mebibytes, ms, ...limits };
  }

  /** For files of one company. If the signal aborts, the thread is stopped. */
  readerFor(companyId: number, signal: AbortSignal): FileReader {
    const read = (work: FileWork) => this.#read(companyId, work, signal);
    return {
      async survey(file, options) {
        for await (const message of read({ file, ...options }))
          if ('survey' in message) return message.survey;
        throw new Error('the thread sent no survey');
      },
      async *people(file, { sheet, ...people }) {
        for await (const message of read({ file, sheet, people })) yield pageOf(message);
      },
    };
  }

  async *#read(companyId: number, work: FileWork, signal: AbortSignal): AsyncGenerator<FileMessage> {
    let hasSlot = false;
    try {
      await this.#slots.take(companyId, signal);
      hasSlot = true;
      const { file, transfer } = movable(work.file);
      const thread = messagesOf<FileMessage>(
        MODULE,
        { ...work, file },
        { ...this.#limits, signal, transfer },
      );
      for await (const message of thread) {
        if ('problem' in message) throw new SourceError(message.problem.code, message.problem);
        yield message;
      }
    } catch (error) {
      throw signal.aborted ? endOf(signal, error) : explain(error, this.#limits);
    } finally {
      if (hasSlot) this.#slots.release(companyId);
    }
  }
}

function pageOf(message: FileMessage): Page {
  if ('page' in message) return message.page;
  throw new Error('the thread sent no page');
}

/** The bytes move to the thread, unless they are a part of a larger buffer. */
function movable({ name, bytes }: FileWork['file']) {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return { file: { name, bytes }, transfer: isWhole ? [bytes.buffer as ArrayBuffer] : [] };
}

/** The time of the whole pull is over, or its caller has aborted it. */
function endOf({ reason }: AbortSignal, error: unknown): unknown {
  if (!(reason instanceof DOMException) || reason.name !== 'TimeoutError') return error;
  return new SourceError('source-unreachable', { detail: 'The pull took too long.' });
}

function explain(error: unknown, { ms }: Limits): unknown {
  if (error instanceof ThreadEnded) {
    switch (error.reason) {
      case 'out-of-memory':
        return unreadable('Reading the file takes more memory than a file may take.');
      case 'took-too-long':
        return unreadable(`Reading the file takes longer than ${ms / 1000} seconds.`);
      case 'stopped':
        return unreadable('The file cannot be read: the thread that read it ended.');
    }
  }
  // A text or a list became longer than the language allows.
  return error instanceof RangeError ? unreadable(`The file cannot be read: ${error.message}.`) : error;
}
