import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { operationsOf, type ApiOperation } from '../../support/openapi';
import { startServer, type TestServer } from '../../support/server';
import { isFull } from '../../support/test-size';
import { pathOf } from './good';

/** Targeted bodies: members that change prototypes, deep nesting, and numbers out of range (D-06). */

let server: TestServer;
let things: Furnished;
let key: string;
let writing: ApiOperation[];

beforeAll(async () => {
  server = await startServer();
  things = await furnish('garbage');
  key = await realKey(things.org);
  writing = (await operationsOf(server)).filter(({ hasBody }) => hasBody);
});
afterAll(() => server.close());

const post = (operation: ApiOperation, body: string) =>
  fetch(server.url + pathOf(operation, things), {
    method: operation.method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  });

describe('tricky JSON bodies', () => {
  const TRICKS: [string, () => string, string][] = [
    ['__proto__', () => '{"__proto__":{"polluted":1}}', 'invalid_json'],
    ['__proto__ further down', () => '{"metadata":{"__proto__":{"polluted":1}}}', 'invalid_json'],
    ['__proto__ written otherwise', () => '{"__pr\\u006fto__":{"polluted":1}}', 'invalid_json'],
    ['constructor', () => '{"constructor":{"prototype":{"polluted":1}}}', 'validation_failed'],
    ['a duplicate key', () => '{"a":1,"a":2}', 'invalid_json'],
    ['depth 10,000', () => '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 'invalid_json'],
    ['lists of depth 10,000', () => '['.repeat(10_000) + ']'.repeat(10_000), 'invalid_json'],
    ['1e400', () => '{"a":1e400}', 'invalid_json'],
    ['-1e400', () => '{"a":[{"b":-1E+00400}]}', 'invalid_json'],
    ['a number of 400 digits', () => `{"a":${'9'.repeat(400)}}`, 'invalid_json'],
    ['a small number of 400 digits', () => `{"a":0.${'0'.repeat(400)}1}`, 'validation_failed'],
    ['text that looks like 1e400', () => '{"a":"1e400"}', 'validation_failed'],
    ['a NUL', () => '{"a":"\\u0000"}', 'invalid_json'],
    ['half of a surrogate pair as a key', () => '{"\\ud800":1}', 'invalid_json'],
    ['half of a surrogate pair in metadata', () => '{"metadata":{"a":"\\uDC00 x"}}', 'invalid_json'],
    ['a whole surrogate pair', () => '{"a":"\\ud83d\\ude00"}', 'validation_failed'],
    [
      'two thousand keys',
      () => JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_unused, at) => [`k${at}`, 1]))),
      'validation_failed',
    ],
  ];

  it.each(TRICKS)('%s', async (name, body, code) => {
    // In the suite to a third of the operations in turn: all of them have one parser.
    const turn = TRICKS.findIndex(([trick]) => trick === name);
    for (const operation of writing.filter((_, at) => isFull || (at + turn) % 3 === 0)) {
      const answer = await post(operation, body());
      expect(await answer.json(), operation.id).toMatchObject({ code });
    }
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('answers 5,000 unknown keys with a hundred errors, and rejects 75,000 unread', async () => {
    const unknown = async (count: number) => {
      const keys = Array.from({ length: count }, (_unused, at): [string, number] => [`k${at}`, 1]);
      const operation = writing.find(({ id }) => id === 'createPatient')!;
      return (await (await post(operation, JSON.stringify(Object.fromEntries(keys)))).json()) as object;
    };
    const { errors } = (await unknown(5_000)) as { errors: unknown[] };
    expect(errors).toHaveLength(100);
    expect(await unknown(75_000)).toMatchObject({ code: 'invalid_json' });
  });
});
