import { Dicer } from '@fastify/busboy';
import { expect, it } from 'vitest';
import { PartReader } from '../../../server/http/files/part-reader';
import { seeded, type Random } from '../../support/random';

/** The multipart parser must not depend on how a body is split into chunks. */

const SEED = 20261122;
const BOUNDARY = '-bB-b';
/** The parts of delimiters, so that contents are full of near-delimiters. */
const WORDS = [
  '\r',
  '\n',
  '\r\n',
  '-',
  '--',
  '\r\n--',
  '\r\n---bB',
  'b',
  'B',
  BOUNDARY,
  'x',
  '\r\n\r\n',
  ': ',
];
const HEADERS = 'Content-Disposition: form-data; name="x"';

const words = (random: Random, most: number) =>
  Array.from({ length: random.below(most) }, () => random.pick(WORDS)).join('');
const isContent = (text: string) => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`);

function pieces(random: Random, body: Buffer): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const size = 1 + random.below(random.pick([1, 3, 40, 4000]));
    cut.push(body.subarray(at, at + size));
    at += size;
  }
  return cut;
}

interface Part {
  headers: string;
  content: string;
}

/** Null if the body is rejected. */
async function read(body: Buffer[]): Promise<Part[] | null> {
  const rest = [...body];
  const reader = new PartReader(BOUNDARY, () => Promise.resolve(rest.shift() ?? null));
  const parts: Part[] = [];
  try {
    await reader.begin();
    for (let headers = await reader.headers(); headers !== null; headers = await reader.headers()) {
      const content: Buffer[] = [];
      for await (const bytes of reader.content()) content.push(bytes);
      parts.push({ headers, content: Buffer.concat(content).toString('latin1') });
    }
    await reader.end();
    expect(rest).toEqual([]);
    return parts;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' });
    return null;
  }
}

/** The same with another parser. */
function readByDicer(body: Buffer): Promise<string[] | null> {
  return new Promise((resolve) => {
    const parser = new Dicer({ boundary: BOUNDARY });
    const contents: string[] = [];
    parser.on('part', (part) => {
      const at = contents.push('') - 1;
      part.on('error', () => resolve(null));
      part.on('data', (bytes) => (contents[at] += (bytes as Buffer).toString('latin1')));
    });
    parser.on('error', () => resolve(null));
    parser.on('finish', () => setImmediate(() => resolve(contents)));
    parser.end(body);
  });
}

it('contents full of near-boundaries arrive unchanged in chunks of any size', async () => {
  const random = seeded(SEED);
  for (let round = 0; round < 3000; round++) {
    const contents = [words(random, 30), words(random, 30)].filter(isContent);
    const preamble = random.pick(['', '\r\n', 'preamble\r\n', '\r\r\n']);
    const epilogue = random.pick(['', '\r\n', '\r\n\r\nepilogue', ' \r\n']);
    const parts = contents.map((content) => `--${BOUNDARY}\r\n${HEADERS}\r\n\r\n${content}\r\n`).join('');
    const body = Buffer.from(`${preamble}${parts}--${BOUNDARY}--${epilogue}`, 'latin1');
    expect(await read(pieces(random, body)), `round ${round}`).toEqual(
      contents.map((content) => ({ headers: HEADERS, content })),
    );
  }
});

it('accepted bodies are read alike by another parser after any mutation', async () => {
  const random = seeded(SEED + 1);
  let taken = 0;
  for (let round = 0; round < 4000; round++) {
    let text = ['x', words(random, 12)]
      .map((content) => `--${BOUNDARY}\r\n${HEADERS}\r\n\r\n${content}\r\n`)
      .join('');
    text += `--${BOUNDARY}--\r\n`;
    for (let changes = random.below(4); changes > 0; changes--) {
      const at = random.below(text.length);
      text = text.slice(0, at) + random.pick([...WORDS, '']) + text.slice(at + random.below(3));
    }
    const body = Buffer.from(text, 'latin1');
    const parts = await read(pieces(random, body));
    if (!parts) continue;
    taken++;
    expect(await readByDicer(body), JSON.stringify(text)).toEqual(parts.map(({ content }) => content));
  }
  expect(taken).toBeGreaterThan(500);
  expect(taken).toBeLessThan(3500);
});
