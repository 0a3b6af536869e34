import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from '../../server/shared/validation';
import { FIELD_GUIDE } from '../../server/shared/field-guide';
import { problemOf } from '../../server/errors/problem-document';
import type { FieldErrorCode } from '../../server/errors/field-error';

const READ_ONLY = new Set(['id']);

function errorOf(schema: z.ZodType, value: unknown, at: 'body' | 'query' = 'body') {
  const parsed = schema.safeParse(value);
  if (parsed.success) throw new Error('accepted');
  return invalidInput(parsed.error.issues, { at, pathParameters: ['path'], readOnly: READ_ONLY, value });
}

const field = <T extends z.ZodType>(schema: T) => z.strictObject({ f: schema });
const even = z.number().refine((value) => value % 2 === 0, 'must be even');
const named = z.string().refine(() => false, { error: 'is taken', params: { code: 'not_unique' } });

const TABLE: [string, z.ZodType, unknown, string, FieldErrorCode][] = [
  ['a missing text', z.string(), {}, '/f', 'required'],
  ['a missing number', z.number(), {}, '/f', 'required'],
  ['a missing list', z.array(z.string()), {}, '/f', 'required'],
  ['a missing object', z.strictObject({}), {}, '/f', 'required'],
  ['a missing record', z.record(z.string(), z.string()), {}, '/f', 'required'],
  ['a missing word', z.enum(['a', 'b']), {}, '/f', 'required'],
  ['a missing constant', z.literal('a'), {}, '/f', 'required'],
  ['a missing one of two forms', z.union([z.iso.date(), z.iso.datetime()]), {}, '/f', 'required'],
  ['null where text stands', z.string(), { f: null }, '/f', 'invalid_type'],
  ['a number where text stands', z.string(), { f: 1 }, '/f', 'invalid_type'],
  ['text where a number stands', z.number(), { f: '1' }, '/f', 'invalid_type'],
  ['a fraction where an integer stands', z.int(), { f: 1.5 }, '/f', 'invalid_type'],
  ['an object where a list stands', z.array(z.string()), { f: {} }, '/f', 'invalid_type'],
  ['a number where a word stands', z.enum(['a', 'b']), { f: 1 }, '/f', 'invalid_type'],
  [
    'a number where a date or time stands',
    z.union([z.iso.date(), z.iso.datetime()]),
    { f: 1 },
    '/f',
    'invalid_type',
  ],
  ['a word of others', z.enum(['a', 'b']), { f: 'c' }, '/f', 'not_allowed'],
  ['another constant', z.literal('a'), { f: 'b' }, '/f', 'not_allowed'],
  ['a text of another form', z.string().regex(/^a/), { f: 'b' }, '/f', 'invalid_format'],
  ['no date', z.iso.date(), { f: '2001-02-30' }, '/f', 'invalid_format'],
  ['no email address', z.email(), { f: 'x' }, '/f', 'invalid_format'],
  ['no date and no time', z.union([z.iso.date(), z.iso.datetime()]), { f: 'x' }, '/f', 'invalid_format'],
  ['a rule without a word', even, { f: 1 }, '/f', 'invalid_format'],
  ['a rule with a word', named, { f: 'x' }, '/f', 'not_unique'],
  ['a long text', z.string().max(2), { f: 'abc' }, '/f', 'too_long'],
  ['a long list', z.array(z.string()).max(1), { f: ['a', 'b'] }, '/f', 'too_long'],
  ['an empty text', z.string().min(1), { f: '' }, '/f', 'too_short'],
  ['an empty list', z.array(z.string()).min(1), { f: [] }, '/f', 'too_short'],
  ['a large number', z.number().max(2), { f: 3 }, '/f', 'out_of_range'],
  ['a small number', z.number().min(2), { f: 1 }, '/f', 'out_of_range'],
  ['a number between two steps', z.number().multipleOf(5), { f: 3 }, '/f', 'out_of_range'],
  ['a number beyond all', z.number(), { f: Infinity }, '/f', 'out_of_range'],
  ['an unknown field', z.string(), { f: 'a', g: 1 }, '/g', 'unknown_field'],
  ['a field that is set by the service', z.string(), { f: 'a', id: 1 }, '/id', 'read_only'],
  ['an unknown field further down', z.strictObject({}), { f: { id: 1 } }, '/f/id', 'unknown_field'],
  [
    'an entry of a list',
    z.array(z.strictObject({ g: z.string() })),
    { f: [{ g: 'a' }, {}] },
    '/f/1/g',
    'required',
  ],
  ['a long key', z.record(z.string().max(2), z.string()), { f: { abc: 'x' } }, '/f/abc', 'too_long'],
  [
    'a key with a slash and a tilde',
    z.record(z.string(), z.string()),
    { f: { 'a/b~c': 1 } },
    '/f/a~1b~0c',
    'invalid_type',
  ],
];

describe('field errors', () => {
  it.each(TABLE)('%s', (_name, schema, value, pointer, code) => {
    const error = errorOf(field(schema), value);
    expect(error.code).toBe('validation_failed');
    expect(error.extras.errors).toMatchObject([{ pointer, code, message: expect.any(String) as string }]);
    expect(error.extras.errors![0]!.message).not.toMatch(/Invalid|expected|received|undefined/);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'F is required.'],
    [z.string(), 1, 'F must be a string.'],
    [z.string().min(1), '', 'F cannot be empty.'],
    [z.string().max(2), 'abc', 'F must have at most 2 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'F must have at most 1 entries.'],
    [z.number().positive(), 0, 'F must be more than 0.'],
    [z.iso.date(), 'x', 'F must be a date such as 2026-11-05.'],
    [z.email(), 'x', 'F must be an email address.'],
    [even, 1, 'F must be even.'],
    [z.array(z.strictObject({ value: z.string() })), [{}], 'F 1 is required.'],
    [z.string().refine(() => false, 'Choose another name.'), 'x', 'Choose another name.'],
  ])('are sentences: %#', (schema, value, message) => {
    expect(errorOf(field(schema), { f: value }).extras.errors![0]!.message).toBe(message);
  });

  it('cover every rule of the contract', () => {
    expect([...new Set(TABLE.map(([, , , , code]) => code))].sort()).toEqual(Object.keys(FIELD_GUIDE).sort());
  });

  it('are all in one response', () => {
    const schema = z.strictObject({
      a: z.string(),
      b: z.number(),
      c: z.array(z.strictObject({ d: z.int() })),
    });
    const value = { b: 'x', c: [{ d: 1 }, { d: 'x', e: 1 }], f: 1 };
    expect(errorOf(schema, value).extras.errors!.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/a', 'required'],
      ['/b', 'invalid_type'],
      ['/c/1/d', 'invalid_type'],
      ['/c/1/e', 'unknown_field'],
      ['/f', 'unknown_field'],
    ]);
  });

  it('name the query parameter, and an unknown one first', () => {
    const query = z.strictObject({ limit: z.coerce.number().max(100).optional() });
    const bad = errorOf(query, { limit: 'ten' }, 'query');
    expect([bad.code, bad.extras.errors![0]]).toMatchObject([
      'invalid_parameter',
      { parameter: 'limit', code: 'invalid_type' },
    ]);
    const unknown = errorOf(query, { limit: '101', id: 'x' }, 'query');
    expect([unknown.code, unknown.extras.errors!.map(({ code }) => code)]).toEqual([
      'unknown_parameter',
      ['out_of_range', 'unknown_field'],
    ]);
  });

  it('of a path return 404', () => {
    expect(errorOf(z.strictObject({ path: z.string().max(1) }), { path: 'ab' }).code).toBe('not_found');
  });

  it('of /v1 name the field of the API and have no member for the portal', () => {
    const error = errorOf(z.strictObject({ critical_minutes: z.number().min(5) }), { critical_minutes: 1 });
    expect(error.extras.errors![0]!.predicate).toBe('must be at least 5');
    expect(problemOf(error, 'req_1').errors).toEqual([
      {
        pointer: '/critical_minutes',
        code: 'out_of_range',
        message: 'Critical minutes must be at least 5.',
      },
    ]);
  });

  it('are a hundred at most', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_unused, at) => [`k${at}`, 1]));
    expect(errorOf(z.strictObject({ f: z.string() }), many).extras.errors).toHaveLength(100);
  });
});
