import { AppError } from '../../platform/errors.ts';

/** How an answer to many requests ended. */
export interface Answered {
  answered: number;
  /** The requests that stay open, because they need a look or were answered meanwhile. */
  left: number[];
}

/** Answers them one by one, each in its own transaction: one that is refused does not hold up the others. */
export async function answerRequests(
  ids: readonly number[],
  answer: (id: number) => Promise<void>,
): Promise<Answered> {
  const left: number[] = [];
  for (const id of ids)
    try {
      await answer(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      left.push(id);
    }
  return { answered: ids.length - left.length, left };
}

/** About this request, so the others are answered all the same. */
const REFUSALS = ['transition-refused', 'conflict', 'not-found'];

const isRefusal = (error: unknown): boolean => error instanceof AppError && REFUSALS.includes(error.code);
