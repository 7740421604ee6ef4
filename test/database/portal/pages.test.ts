import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildPortal } from '../../../src/http/portal-pages/build-portal.ts';
import { createTestService } from '../support/service.ts';

const { app } = await createTestService();
await buildPortal();
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
const index = await get('/portal');
const script = /<script type="module" crossorigin src="([^"]+)"/.exec(index.body)?.[1] ?? '';

describe('the pages of the portal', () => {
  it('are one page at every address, which may not be cached', async () => {
    assert.equal(index.statusCode, 200);
    assert.equal(index.headers['cache-control'], 'no-store');
    for (const path of ['/portal/', '/portal/employees/12', '/portal/no/such/page'])
      assert.equal((await get(path)).body, index.body, path);
  });

  it('only run their own scripts and styles', () => {
    const policy = String(index.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.doesNotMatch(index.body, /<style|<script(?! type="module" crossorigin src=)| style="| on\w+="/);
    assert.equal(index.headers['x-content-type-options'], 'nosniff');
    assert.equal(index.headers['referrer-policy'], 'no-referrer');
  });

  it('have assets that may be cached for ever, because their names change with their content', async () => {
    const part = await get(script);
    assert.equal(part.statusCode, 200);
    assert.equal(part.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(part.headers['cache-control'], 'public, max-age=31536000, immutable');
    const again = await get(script, { 'if-none-match': String(part.headers['etag']) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
  });

  it('are sent with the best compression that the browser supports', async () => {
    const { rawPayload: plain } = await get(script);
    const brotli = await get(script, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(script, { 'accept-encoding': 'gzip, br;q=0' });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.deepEqual(brotliDecompressSync(brotli.rawPayload), plain);
    assert.deepEqual(gunzipSync(gzip.rawPayload), plain);
    assert.equal(brotli.headers['vary'], 'Accept-Encoding');
  });

  it('do not replace a missing asset or an unknown route of the API', async () => {
    for (const path of ['/portal/assets/index-OLD.js', '/portal/api/nothing', '/portal/api']) {
      const { statusCode, headers } = await get(path);
      assert.equal(statusCode, 404, path);
      assert.match(String(headers['content-type']), /problem\+json/, path);
    }
  });

  it('do not serve files outside their folder', async () => {
    for (const path of [
      '/portal/..%2f..%2fpackage.json',
      '/portal/assets/..%2findex.html',
      '/portal/%2e%2e/%2e%2e/package.json',
    ])
      assert.doesNotMatch((await get(path)).body, /devDependencies/, path);
  });
});
