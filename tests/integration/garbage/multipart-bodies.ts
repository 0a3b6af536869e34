import type { Random } from '../../support/random';
import { garbageBody, type Json } from './json-bodies';
import { INJECTIONS } from './values';

/** Invalid multipart bodies: a valid one with altered bytes, parts or headers. */

export const BOUNDARY = 'x-garbage-boundary';

interface Part {
  headers: string[];
  body: Buffer;
}

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`;

export function formOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const goodParts = (metadata: Json, fileName = 'letter.txt'): Part[] => [
  { headers: [disposition('name="metadata"')], body: Buffer.from(JSON.stringify(metadata)) },
  {
    headers: [disposition(`name="file"; filename="${fileName}"`), 'Content-Type: text/plain'],
    body: Buffer.from('A letter.\n'),
  },
];

const printable = (random: Random) => random.pick(INJECTIONS).toWellFormed();

const HEADERS: ((random: Random) => string)[] = [
  (random) => disposition(`name="file"; filename="${printable(random)}"`),
  (random) => disposition(`name="file"; filename*=UTF-8''${printable(random)}`),
  (random) => disposition(`name="${printable(random)}"`),
  (random) => `Content-Disposition: ${printable(random)}`,
  (random) => `Content-Type: ${printable(random)}`,
  (random) =>
    `Content-Transfer-Encoding: ${random.pick(['base64', 'quoted-printable', '7bit', printable(random)])}`,
  (random) => `${random.pick(['__proto__', 'constructor', '', ' ', 'X-A', printable(random)])}: x`,
  (random) => `X-Long: ${'y'.repeat(random.below(16_000))}`,
  (random) => printable(random),
];

function spoiltParts(random: Random, good: Json): Part[] {
  const parts = goodParts(good);
  const [metadata, file] = parts as [Part, Part];
  switch (random.below(8)) {
    case 0:
      return [{ ...metadata, body: garbageBody(random, good) }, file];
    case 1:
      return [file, metadata];
    case 2:
      return Array.from({ length: random.below(40) }, () => random.pick(parts));
    case 3:
      return [metadata, { ...file, body: formOf(parts) }];
    case 4:
      return [{ ...metadata, headers: [random.pick(HEADERS)(random)] }, file];
    default: {
      const part = random.pick(parts);
      const headers = [
        ...part.headers,
        ...Array.from({ length: 1 + random.below(3) }, () => random.pick(HEADERS)(random)),
      ];
      if (random.below(2) === 0) headers.shift();
      return parts.map((one) => (one === part ? { ...one, headers } : one));
    }
  }
}

const noise = (random: Random, most: number) =>
  Buffer.from(Array.from({ length: random.below(most) }, () => random.below(256)));

/** Bytes truncated, repeated, inserted, removed or changed. */
export function spoiltBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length);
  const behind = bytes.subarray(Math.min(bytes.length, at + random.below(40)));
  const before = bytes.subarray(0, at);
  switch (random.below(6)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, noise(random, 60), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([before, behind]);
    case 3:
      return Buffer.concat([bytes, bytes.subarray(at)]);
    case 4:
      return noise(random, 400);
    default: {
      const changed = Buffer.from(bytes);
      for (let times = 1 + random.below(6); times > 0; times--)
        changed[random.below(changed.length)] = random.pick([
          0,
          10,
          13,
          34,
          45,
          58,
          59,
          255,
          random.below(256),
        ]);
      return changed;
    }
  }
}

export const garbageForm = (random: Random, good: Json): Buffer =>
  random.below(2) === 0 ? formOf(spoiltParts(random, good)) : spoiltBytes(random, formOf(goodParts(good)));
