import { Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../../domain/person/rules.ts';

/** As strangers type it. */
export const emailAddress = Type.String({
  maxLength: MAX_EMAIL_LENGTH,
  pattern: '^[^\\s\\u0000-\\u001f@]+@[^\\s\\u0000-\\u001f@]+$',
});
