import { createContext, Script } from 'node:vm';
import type { Expression } from './find-expressions.ts';
import { hostileTexts, type Recipe, textOf } from './hostile-texts.ts';

/**
 * A linear expression reads a text of 64 KiB in less than a millisecond. A quadratic one takes two milliard steps, which are seconds,
 * and an exponential one never ends. The limit is far from both, so the speed of the machine does not matter.
 */
const LIMIT_MS = 300;
const OF_ALL_MS = 1_000;
/** A machine may stand still for a moment, but not each time. */
const TRIES = 3;

const room = createContext({ task: null });
const perform = new Script('task()');
const texts = new Map<string, string>();

/** Texts for which the expression takes too long, at most so many. */
export function slowTexts({ source, flags, isRepeated }: Expression, length: number, most = 3): Recipe[] {
  const expression = new RegExp(source, isRepeated && !/[gy]/.test(flags) ? `${flags}g` : flags);
  const read = (recipe: Recipe) => {
    const text = madeText(recipe, length);
    expression.lastIndex = 0;
    if (expression.global) text.replace(expression, '');
    else expression.exec(text);
  };
  const recipes = hostileTexts(source, flags);
  if (ends(() => recipes.forEach(read), OF_ALL_MS)) return [];
  const slow: Recipe[] = [];
  for (const recipe of recipes) {
    if (!Array.from({ length: TRIES }).some(() => ends(() => read(recipe), LIMIT_MS))) slow.push(recipe);
    if (slow.length === most) break;
  }
  return slow;
}

/** Long texts are used for many expressions. */
function madeText(recipe: Recipe, length: number): string {
  const name = JSON.stringify([recipe, length]);
  const known = texts.get(name);
  if (known !== undefined) return known;
  if (texts.size > 500) texts.clear();
  const text = textOf(recipe, length);
  texts.set(name, text);
  return text;
}

function ends(task: () => void, timeout: number): boolean {
  room['task'] = task;
  try {
    perform.runInContext(room, { timeout });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
