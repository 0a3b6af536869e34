import type { Random } from '../../support/random';
import { INJECTIONS } from './values';
import type { Wire } from './wire';

/** Corrupts one or more headers of a valid request. */

/** Header values that result from misread rules; others come from the list of injections. */
const FORMS: Record<string, readonly string[]> = {
  'Content-Type': [
    'application/json; charset=utf-16',
    'application/json; charset="',
    'application/json;;;',
    'text/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a',
    '',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    '*/*',
    'application/json, text/html',
    ';',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
  ],
  'Content-Length': [
    '0',
    '1',
    '-1',
    '+2',
    '0x10',
    '1e3',
    '1.0',
    '2, 2',
    '99999999999999999999',
    '',
    'NaN',
    '10000000000',
    '007',
  ],
  'Transfer-Encoding': ['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'xchunked', ''],
  'Content-Encoding': ['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'x', ''],
  'Idempotency-Key': ['', ' ', 'a b', 'é', '\x7f', 'k'.repeat(256), 'k'.repeat(4_000), '"x"', '{}'],
  'If-Match': ['*', '"1"', 'W/"1"', '"', '"1', '1', '"1", "2"', '"99999999999"', '"-1"', '""', '"x"'],
  'If-None-Match': ['*', '"1"', 'W/"1"', '"', ', , ,', 'W/', `${'"a",'.repeat(1_500)}"b"`],
  Accept: [
    '',
    '*',
    '*/*;q=0',
    'application/json;q=0',
    'text/csv',
    ',,,',
    '*/*;q=x',
    `${'a/b,'.repeat(2_000)}*/*`,
  ],
  Range: [
    'bytes=',
    'bytes=-',
    'bytes=5-1',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'items=0-1',
    `bytes=${'0-0,'.repeat(1_500)}0-0`,
  ],
  Authorization: [
    '',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic eDp5',
    'Bearer a b',
    `Bearer ${'a'.repeat(5_000)}`,
    'Digest x="',
  ],
  Cookie: ['', '=', ';;;', 'a', '__proto__=1', `a=${'b'.repeat(5_000)}`, 'next-auth.session-token=x', 'a=%'],
  Expect: ['100-continue', 'coffee', ''],
  Host: ['', 'evil.example', 'a b', '[::1', '127.0.0.1:99999', '@', 'localhost'],
  Origin: ['null', 'https://evil.example', ''],
  'Sec-Fetch-Site': ['cross-site', 'none', '', 'same-origin'],
  'X-Forwarded-For': ['127.0.0.1', '1, 2', '::'],
  'X-Request-Id': ['a', ''],
  Connection: ['close', 'upgrade', 'keep-alive, Authorization', ''],
  Upgrade: ['websocket', 'h2c'],
  'If-Modified-Since': ['yesterday', '99999999999', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'If-Range': ['"x"', 'W/"x"', ''],
};
const NAMES = Object.keys(FORMS);
/** With these the length of the body cannot be trusted. */
const FRAMING = /^(content-length|transfer-encoding|expect|upgrade|connection)$/i;

const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ').slice(0, 4_000);

function value(random: Random, name: string): string {
  switch (random.below(5)) {
    case 0:
      return oneLine(Buffer.from(random.pick(INJECTIONS)).toString('latin1'));
    case 1:
      return String.fromCharCode(...Array.from({ length: random.below(40) }, () => 1 + random.below(255)));
    default:
      return random.pick(FORMS[name]!);
  }
}

export function garbageHeaders(random: Random, good: Wire): Wire {
  const lines = [...good.headers];
  let cut = false;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const name = random.pick(NAMES);
    const line = `${name}${random.pick(['', '', '', '', ' ', '\t'])}: ${value(random, name)}`;
    const at = lines.findIndex((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    // Replaced, or sent a second time.
    if (at !== -1 && random.below(4) > 0) lines[at] = line;
    else lines.push(line);
    cut ||= FRAMING.test(name) || /[\r\n\0]/.test(line);
  }
  return { ...good, headers: lines, cut };
}
