import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { publicAddressRule } from './address-rules.ts';
import { OutgoingError, type OutgoingProblem } from './outgoing-error.ts';
import { openLine } from './post.ts';
import { createHostResolver, type ResolveHost } from './resolve-host.ts';

const LIMITS = { seconds: 5, bytes: 10 };

async function listen(answer: RequestListener, address = '127.0.0.1', port = 0) {
  const server = createServer(answer).listen(port, address);
  await once(server, 'listening');
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server, connections: () => connections };
}

/** A line as webhooks have it. */
const lineTo = (url: string, allowsLoopback: boolean, resolve = createHostResolver()) => {
  const line = openLine(url, { rule: publicAddressRule(allowsLoopback), ...LIMITS, resolve });
  after(() => line.close());
  return line;
};

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function fails(work: Promise<unknown>, problem: OutgoingProblem, what = ''): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OutgoingError, `${what}: ${error}`);
    assert.equal(error.problem, problem, what);
    return true;
  });
}

/** Every spelling of an address that is not public. */
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '0xa.0.0.1',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '3232235521',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:0a00:0001]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

test('private, loopback and link-local addresses are refused in every spelling', async () => {
  const { port, connections } = await listen((_request, response) => response.end());
  for (const host of PRIVATE)
    for (const scheme of ['https', 'http'])
      await fails(lineTo(`${scheme}://${host}:${port}/`, false).post({}, ''), 'address-not-allowed', host);
  assert.equal(connections(), 0);
});

test('a name that leads to such an address is refused, also if another of its addresses is public', async () => {
  const { port, connections } = await listen((_request, response) => response.end());
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['2606:4700::1111', 'fd00::1'],
  ]) {
    const line = lineTo(`https://hook.example.com:${port}/`, false, resolvesTo(...addresses));
    await fails(line.post({}, ''), 'address-not-allowed', addresses.join());
  }
  await fails(lineTo(`https://localhost:${port}/`, false).post({}, ''), 'address-not-allowed');
  assert.equal(connections(), 0);
});

test('the address that was checked is the one that is connected to, whatever the name says a moment later', async () => {
  const reached: string[] = [];
  const first = await listen((request, response) => {
    reached.push('allowed');
    request.resume();
    response.end();
  }, '127.0.0.2');
  await listen(
    (_request, response) => {
      reached.push('forbidden');
      response.end();
    },
    '127.0.0.1',
    first.port,
  );
  let asked = 0;
  const changing: ResolveHost = async () => [
    { address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 },
  ];
  const only = (address: string) => (address === '127.0.0.2' ? undefined : ('address-not-allowed' as const));
  const url = `http://changing.example.com:${first.port}/`;
  const line = openLine(url, { rule: only, ...LIMITS, resolve: changing });
  assert.equal((await line.post({}, '')).status, 200);
  assert.deepEqual([asked, reached], [1, ['allowed']], 'one look-up for check and connection');
  assert.equal((await line.post({}, '')).status, 200);
  assert.deepEqual([asked, reached], [1, ['allowed', 'allowed']], 'the kept connection has the same address');
  line.close();
  await fails(line.post({}, ''), 'address-not-allowed');
  assert.deepEqual([asked, reached.length], [2, 2]);
});

test('http reaches this machine only, and only if that is allowed', async () => {
  const { port } = await listen((_request, response) => response.end());
  assert.equal((await lineTo(`http://127.0.0.1:${port}/`, true).post({}, '')).status, 200);
  assert.equal((await lineTo(`http://localhost:${port}/`, true).post({}, '')).status, 200);
  for (const allowed of [true, false])
    await fails(lineTo(`http://93.184.216.34:${port}/`, allowed).post({}, ''), 'not-https');
  await fails(lineTo(`http://10.0.0.1:${port}/`, true).post({}, ''), 'address-not-allowed');
  await fails(lineTo(`ftp://127.0.0.1:${port}/`, true).post({}, ''), 'not-https');
});

test('several requests use one connection, and a connection that the receiver has closed is replaced', async () => {
  let count = 0;
  const { port, connections } = await listen((request, response) => {
    request.resume();
    count += 1;
    // The third request arrives on a connection that breaks.
    if (count === 3) request.socket.destroy();
    else response.end(String(count));
  });
  const line = lineTo(`http://127.0.0.1:${port}/`, true);
  const answers: string[] = [];
  for (let sent = 0; sent < 4; sent++) answers.push(String((await line.post({}, 'x')).firstBytes));
  assert.deepEqual(answers, ['1', '2', '4', '5']);
  assert.equal(connections(), 2);
});

test('the status counts, whatever the body of the answer does', async () => {
  const { port } = await listen((request, response) => {
    request.resume();
    if (request.url === '/endless') response.writeHead(200).write('abc');
    else if (request.url === '/large') response.writeHead(500).end('x'.repeat(200_000));
    else if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('abc', () => request.socket.destroy());
    } else response.writeHead(302, { location: '/' }).end();
  });
  const post = (path: string, seconds = 5) => {
    const line = openLine(`http://127.0.0.1:${port}${path}`, {
      rule: publicAddressRule(true),
      seconds,
      bytes: 10,
      resolve: createHostResolver(),
    });
    after(() => line.close());
    return line.post({}, '');
  };
  const endless = await post('/endless', 0.3);
  assert.deepEqual([endless.status, String(endless.firstBytes)], [200, 'abc']);
  const large = await post('/large');
  assert.deepEqual([large.status, large.firstBytes.length], [500, 10]);
  const broken = await post('/broken');
  assert.deepEqual([broken.status, String(broken.firstBytes)], [200, 'abc']);
  assert.equal((await post('/redirect')).status, 302);
});

test('a receiver that does not answer in time has not answered, and a signal ends a request', async () => {
  const { port } = await listen(() => {});
  const url = `http://127.0.0.1:${port}/`;
  const resolve = createHostResolver();
  const line = openLine(url, { rule: publicAddressRule(true), seconds: 0.2, bytes: 10, resolve });
  await fails(line.post({}, ''), 'timed-out');
  const stopping = new AbortController();
  const waiting = lineTo(url, true).post({}, '', stopping.signal);
  stopping.abort();
  await assert.rejects(waiting);
});

/** Answers with bytes of its own, over and over until the connection is closed. Tells how many bytes it got rid of. */
async function listenRaw(first: string, repeated: string) {
  const over = repeated.repeat(1_000);
  let written = 0;
  const server = createTcpServer((socket) => {
    const write = () => {
      while (!socket.destroyed) {
        written += over.length;
        if (!socket.write(over)) return;
      }
    };
    socket.on('error', () => {});
    socket.on('drain', write);
    socket.once('data', () => {
      socket.write(first);
      write();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, written: () => written };
}

const MEBIBYTE = 1024 * 1024;

test('a receiver that answers with endless 1xx, endless headers or a body of single bytes is left', async () => {
  const informational = await listenRaw('', 'HTTP/1.1 102 Processing\r\n\r\n');
  await fails(lineTo(informational.url, true).post({}, ''), 'too-large', '1xx');
  const headers = await listenRaw('HTTP/1.1 200 OK\r\n', 'x-name: value\r\n');
  await fails(lineTo(headers.url, true).post({}, ''), 'too-large', 'headers');
  const bytes = await listenRaw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n');
  const answer = await lineTo(bytes.url, true).post({}, '');
  assert.deepEqual([answer.status, String(answer.firstBytes)], [200, 'x'.repeat(LIMITS.bytes)]);
  // Sockets of this machine hold some of it.
  for (const { written, url } of [informational, headers, bytes])
    assert.ok(written() < 16 * MEBIBYTE, `${url}: ${written()} bytes`);
});

test('a few informational answers are no reason to give up', async () => {
  const { port } = await listen((request, response) => {
    request.resume();
    for (let count = 0; count < 5; count++) response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('ok');
  });
  const line = lineTo(`http://127.0.0.1:${port}/`, true);
  for (let sent = 0; sent < 3; sent++) assert.equal((await line.post({}, '')).status, 200);
});

test('a connection that had to wait for small chunks is kept', async () => {
  const { port, server, connections } = await listen(() => {});
  server.removeAllListeners('request');
  server.on('request', ({ socket }) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1_000)}0\r\n\r\n`,
    );
  });
  const line = lineTo(`http://127.0.0.1:${port}/`, true);
  for (let number = 0; number < 3; number++)
    assert.equal(String((await line.post({}, '')).firstBytes), 'x'.repeat(LIMITS.bytes));
  assert.equal(connections(), 1);
});
