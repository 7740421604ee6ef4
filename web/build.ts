import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { build } from 'vite';
import employeePage from './me/vite.config.ts';
import portal from './vite.config.ts';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;
/** For larger files the best compression takes 13 s instead of 1 s, and saves a tenth. */
const LARGE_BYTES = 1_000_000;

/**
 * Run by the service in a process of its own, with the folder to write to: bundling takes memory that the service
 * should not keep. Compressed here once, so that serving costs nothing.
 */
async function buildInto(folder: string): Promise<void> {
  for (const [name, config] of Object.entries({ portal, employee: employeePage }))
    await build({
      ...config,
      configFile: false,
      logLevel: 'error',
      build: { ...config.build, outDir: join(folder, name), emptyOutDir: false },
    });
  await mkdir(join(folder, 'api'));
  await writeFile(join(folder, 'api/reference.js'), await readReferenceScript());
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(folder, file))),
  );
}

/**
 * The script of the API reference, which only the plugin can hand out. The service does not use the plugin: its page has a script in
 * the HTML, which our policy forbids, and it neither compresses the script nor lets browsers cache it.
 */
async function readReferenceScript(): Promise<Buffer> {
  const app = fastify();
  await app.register(scalar, { configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await app.inject('/reference/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error('The API reference has no script at the address that is known.');
  return rawPayload;
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

const folder = process.argv[2];
if (!folder) throw new Error('usage: node web/build.ts FOLDER');
await buildInto(folder);
