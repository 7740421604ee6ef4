import { actNames, acts } from './acts.ts';
import { documentTitles } from './document-titles.ts';
import { contractDocument, receiptDocument } from './documents.ts';
import { mails } from './mails/mails.ts';
import { poster } from './poster.ts';
import { proof } from './proof.ts';
import { statements } from './statements.ts';
import { taxFree } from './tax-free.ts';
import { unsubscribe } from './unsubscribe.ts';
import { vocabulary } from './vocabulary.ts';
import { wallet } from './wallet.ts';

export const en = {
  vocabulary,
  actNames,
  acts,
  documentTitles,
  receiptDocument,
  contractDocument,
  mails,
  poster,
  proof,
  statements,
  taxFree,
  wallet,
  unsubscribe,
};
