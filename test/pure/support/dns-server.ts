import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The address of a name, `none` if there is no such name, `silence` for no answer at all. */
type Answer = (name: string, kind: 'A' | 'AAAA') => string | 'none' | 'silence';

export interface DnsServer {
  /** As `DNS_SERVERS` takes it. */
  address: string;
  /** The names that were asked for. */
  asked: string[];
  close(): void;
}

const KINDS: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };

/** A DNS server on this machine. It answers questions about addresses of IPv4, and says that there are none of IPv6. */
export async function startDnsServer(answer: Answer): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, end } = readName(question);
    const kind = KINDS[question.readUInt16BE(end)];
    if (!kind) return;
    asked.push(name);
    const found = answer(name, kind);
    if (found !== 'silence') socket.send(reply(question.subarray(0, end + 4), kind, found), from.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

/** The name begins after the header of 12 bytes: each label with its length, up to an empty one. */
function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let place = 12;
  for (;;) {
    const length = question.readUInt8(place);
    place += 1;
    if (length === 0) return { name: labels.join('.').toLowerCase(), end: place };
    labels.push(question.toString('latin1', place, place + length));
    place += length;
  }
}

function reply(question: Buffer, kind: 'A' | 'AAAA', found: string): Buffer {
  const address = kind === 'A' && found !== 'none' ? Buffer.from(found.split('.').map(Number)) : undefined;
  const header = Buffer.from(question);
  // A response; recursion is available; code 3 if there is no such name.
  header.writeUInt16BE(found === 'none' ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(address ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  if (!address) return header;
  // The name of the question, type A, class IN, for no time, four bytes.
  return Buffer.concat([header, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]), address]);
}
