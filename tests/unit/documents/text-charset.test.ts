import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isEncryptedPdf, textCharset } from '../../../server/domain/documents/scan-bytes';
import { HEAD_BYTES } from '../../../server/storage/storage';

/** Files are checked in chunks: a character across a boundary must count as whole. */

const PIECE = 256 * 1024;
let file: string;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'charset-'));
  file = path.join(folder, 'file');
  return () => rm(folder, { recursive: true });
});

async function charsetOf(...parts: (string | Buffer)[]) {
  const whole = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  await writeFile(file, whole);
  return textCharset(file, whole.subarray(0, HEAD_BYTES));
}
const letters = (count: number) => 'a'.repeat(count);
const bytes = (...values: number[]) => Buffer.from(values);

it.each(['é', '中', '😀', '😀中é'])(
  '%s at every position around the end of a chunk is UTF-8',
  async (text) => {
    const { length } = Buffer.from(text);
    for (let back = 0; back <= length; back++)
      expect(await charsetOf(letters(PIECE - back), text, letters(PIECE), text), `${back}`).toBe('utf-8');
  },
);

it.each([
  ['a sequence that the next piece does not end', bytes(0xe4, 0xb8), 'windows-1252'],
  ['a sequence that begins with a hole of windows-1252', bytes(0xe2, 0x81), null],
  ['a continuation byte without a start', bytes(0xa4), 'windows-1252'],
])('%s', async (_name, broken, charset) => {
  for (let back = 0; back <= broken.length; back++)
    expect(await charsetOf(letters(PIECE - back), broken, letters(10)), `${back}`).toBe(charset);
  expect(await charsetOf(letters(10), broken)).toBe(charset);
});

it.each([
  ['surrogates', bytes(0xed, 0xa0, 0xbd)],
  ['an overlong form', bytes(0xc0, 0xaf)],
  ['five bytes', bytes(0xf8, 0x88, 0x80, 0x80, 0x80)],
])('%s are windows-1252, not UTF-8', async (_name, wrong) => {
  expect(await charsetOf(letters(PIECE - 1), wrong)).toBe('windows-1252');
  expect(await charsetOf('é'.repeat(PIECE), wrong)).toBe('windows-1252');
});

it('control bytes except four, and DEL, make a text binary at any position', async () => {
  const taken = [9, 10, 12, 13];
  for (const byte of [...Array(32).keys(), 127])
    for (let place = 0; place < 4; place++)
      for (const around of ['a', '\xff'])
        expect(
          await charsetOf(
            Buffer.from(around.repeat(place), 'latin1'),
            bytes(byte),
            Buffer.from(around.repeat(9), 'latin1'),
          ),
          `${byte} at ${place}`,
        ).toBe(taken.includes(byte) ? (around === 'a' ? 'utf-8' : 'windows-1252') : null);
  expect(await charsetOf(letters(PIECE), bytes(1))).toBeNull();
});

it('encryption entry across the end of a chunk is found', async () => {
  const entry = '/Encrypt 12 0 R';
  for (let back = 0; back <= entry.length; back++) {
    await writeFile(file, `%PDF-1.7\n${letters(PIECE - 9 - back)}${entry} ${letters(100)}`);
    expect(await isEncryptedPdf(file), `${back}`).toBe(true);
  }
  await writeFile(file, `%PDF-1.7\n${'/EncryptMetadata true /Encrypt '.repeat(20_000)}`);
  expect(await isEncryptedPdf(file)).toBe(false);
});
