import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../content-disposition.ts';
import type { CompanyWork } from '../limits/company-work.ts';

/** Streams a ZIP file, in turn with others. The turn lasts until the client has taken the file, or has gone. */
export async function streamZip(
  request: FastifyRequest,
  reply: FastifyReply,
  { work, companyId }: { work: CompanyWork; companyId: number },
  { fileName, open }: { fileName: string; open: () => ReadableStream<Uint8Array> },
): Promise<FastifyReply> {
  const file = new PassThrough();
  await new Promise<void>((begin, refuse) => {
    work(request, companyId, async () => {
      begin();
      await pipeline(Readable.fromWeb(open() as Parameters<typeof Readable.fromWeb>[0]), file);
    }).catch((error: Error) => {
      refuse(error);
      file.destroy(error);
    });
  });
  return reply
    .type('application/zip')
    .header('Content-Disposition', attachment(fileName))
    .header('Cache-Control', 'private, no-store')
    .send(file);
}
