import { statements } from './statements.ts';
import { vocabulary } from './vocabulary.ts';

export const en = { vocabulary, statements };
