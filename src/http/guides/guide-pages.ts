import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES } from '../../../texts/language.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { once } from '../once.ts';
import { pack } from '../portal-pages/pack.ts';
import type { PortalFile } from '../portal-pages/portal-files.ts';
import { sendFile } from '../portal-pages/send-page.ts';
import { noSuchRoute } from '../problems.ts';
import { connectPage } from './connect-page.ts';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.ts';
import { addressOf, HR_FOLDER, PAGES, type Page } from './table-of-contents.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const STYLES = join(import.meta.dirname, 'guides.css');
/** The pages have no script. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The guides and reference pages of `docs/`, as HTML. They are rendered when somebody first asks for one. */
export function guidePages(app: App): void {
  const options = { config: { access: OPEN }, schema: { hide: true } };
  const files = once(renderAll);

  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = (await files()).get(name);
    if (!file) throw noSuchRoute();
    // Browsers keep a page, and ask each time whether it is still the same.
    reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-cache');
    return sendFile(request, reply, file);
  };

  for (const path of ['/guides', '/guides/'])
    app.get(path, options, (request, reply) => send(request, reply, PAGES[0]?.name ?? ''));
  app.get('/guides/:name', options, (request, reply) =>
    send(request, reply, (request.params as { name: string }).name),
  );
  app.get('/guides/de/:name', options, (request, reply) =>
    send(request, reply, `de/${(request.params as { name: string }).name}`),
  );
  app.get('/guides/pictures/:language/:file', options, (request, reply) => {
    const { language, file } = request.params as { language: string; file: string };
    return send(request, reply, `${language}/${file}`);
  });
}

async function renderAll(): Promise<ReadonlyMap<string, PortalFile>> {
  const rendered = new Map(
    await Promise.all(PAGES.map(async (page) => [page, renderPage(page, await read(page))] as const)),
  );
  const files = await Promise.all(
    PAGES.map(
      async (page) =>
        [
          addressOf(page),
          await pack('text/html; charset=utf-8', Buffer.from(layOut(page, rendered))),
        ] as const,
    ),
  );
  return new Map([
    ...files,
    ...(await readPictures()),
    ['guides.css', await pack('text/css; charset=utf-8', await readFile(STYLES))] as const,
  ]);
}

/** By language and name. */
async function readPictures(): Promise<[string, PortalFile][]> {
  const inLanguage = async (language: string) => {
    const folder = join(DOCS, HR_FOLDER, language);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
    return await Promise.all(
      names.map(
        async (name): Promise<[string, PortalFile]> => [
          `${language}/${name}`,
          await pack('image/webp', await readFile(join(folder, name))),
        ],
      ),
    );
  };
  return (await Promise.all(LANGUAGES.map(inLanguage))).flat();
}

async function read({ file, system, language }: Page): Promise<string> {
  return file ? await readFile(join(DOCS, file), 'utf8') : connectPage(system ?? '', language);
}
