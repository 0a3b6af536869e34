import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback (RFC 1035, A and AAAA over UDP) that a test can make lie. */

export interface NameServer {
  /** `127.0.0.1:port`, for a resolver. */
  address: string;
  /** Addresses by name; other names do not exist. May change between two queries. */
  names: Map<string, string[] | 'silent' | 'failing'>;
  /** Queried names in order, with the type. */
  asked: string[];
  close(): void;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

export async function nameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const made: NameServer = {
    address: '',
    names: new Map(),
    asked: [],
    close: () => void socket.close(),
  };
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    made.asked.push(`${name} ${type === TYPE_A ? 'A' : 'AAAA'}`);
    const known = made.names.get(name);
    if (known === 'silent') return;
    const addresses = Array.isArray(known)
      ? known.filter((address) => address.includes(':') === (type === TYPE_AAAA))
      : [];
    const code = known === 'failing' ? SERVER_FAILED : known === undefined ? NO_SUCH_NAME : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // A response, recursion desired and available.
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const answers = addresses.map((address) => record(type, bytesOf(address)));
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  made.address = `127.0.0.1:${socket.address().port}`;
  return made;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name of the question, class IN, TTL 0.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const parts = (text: string) => (text === '' ? [] : text.split(':').map((part) => parseInt(part, 16)));
  const [before, after] = [parts(left), parts(right)];
  const bytes = Buffer.alloc(16);
  before.forEach((part, at) => bytes.writeUInt16BE(part, 2 * at));
  after.forEach((part, at) => bytes.writeUInt16BE(part, 2 * (8 - after.length + at)));
  return bytes;
}
