import { statements } from './statements.ts';
import { vocabulary } from './vocabulary.ts';

export const de = { vocabulary, statements };
