import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import employeePage from './me/vite.config.ts';
import portal from './vite.config.ts';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;

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
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(folder, file))),
  );
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
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
