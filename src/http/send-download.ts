import type { FastifyReply } from 'fastify';
import type { Download } from '../tickets/documents/open-download.ts';
import { attachment } from './content-disposition.ts';

/** Forces a download: an uploaded file must not run as a page of this origin. */
export function sendDownload(
  reply: FastifyReply,
  { contentType, size, fileName, bytes }: Download,
): FastifyReply {
  return reply
    .header('Content-Type', contentType)
    .header('Content-Length', size)
    .header('Content-Disposition', attachment(fileName))
    .header('Cache-Control', 'private, no-store')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .send(bytes);
}
