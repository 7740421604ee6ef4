import { workerData } from 'node:worker_threads';
import { sendMessages } from '../../../platform/thread-messages.ts';
import { SourceError } from '../source-error.ts';
import type { FileMessage, FileWork } from './file-work.ts';
import { pagesOf } from './pages.ts';
import { peopleOf } from './people.ts';
import { readTable } from './read-table.ts';
import { surveyTable } from './survey-table.ts';

/** Runs in a thread of its own: reads a file, and sends the survey or the people. */
await sendMessages(messagesOf(workerData as FileWork));

async function* messagesOf({
  file,
  sheet,
  people,
  absenceTypeColumn,
}: FileWork): AsyncGenerator<FileMessage> {
  try {
    const table = await readTable({ ...file, bytes: Buffer.from(file.bytes) }, sheet);
    if (!people) {
      yield { survey: surveyTable(table, absenceTypeColumn) };
      return;
    }
    const { mapping, window, slashDates } = people;
    for (const page of pagesOf(peopleOf(table, mapping, window, slashDates))) yield { page };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { code, detail, field, right } = error;
    yield { problem: { code, detail, field, right } };
  }
}
