import { expect, it } from 'vitest';
import { parseJsonBody } from '../../server/http/rest/json-body';

/** G-05: 75,000 keys in one megabyte once occupied the processor for a quarter of a second. */

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const list = (count: number) => Array.from({ length: count }, () => 1);

it('accepts at most ten thousand values in a body, however nested', () => {
  // The list itself counts too.
  expect(parseJsonBody(bytes(list(10_000)))).toHaveLength(10_000);
  const keys = Object.fromEntries(list(10_001).map((one, nth) => [`k${nth}`, one]));
  for (const body of [list(10_001), keys, { a: list(9_000), b: list(2_000) }, list(10_000).map(() => [])])
    expect(() => parseJsonBody(bytes(body))).toThrow(/more than 10000 values/);
});

it('ignores commas and brackets inside strings', () => {
  const text = '",[{\\'.repeat(20_000);
  expect(parseJsonBody(bytes({ text }))).toEqual({ text });
});

it('rejects unpaired surrogates anywhere, and accepts pairs', () => {
  for (const half of ['\\ud800', '\\uDfFf', '\\ude00\\ud83d'])
    for (const body of [`"${half}"`, `{"${half}":1}`, `{"a":[{"b":"x${half}"}]}`])
      expect(() => parseJsonBody(Buffer.from(body)), body).toThrow(/surrogate/);
  expect(parseJsonBody(Buffer.from('{"a":"\\ud83d\\ude00"}'))).toEqual({ a: '😀' });
  expect(parseJsonBody(Buffer.from('{"a":"\\\\ud800"}'))).toEqual({ a: '\\ud800' });
});
