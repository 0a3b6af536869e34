import { describe, expect, it } from 'vitest';
import { rejectedFields } from '../../server/errors/field-error';
import { maskUrl, recordedChanges, recordedValue } from '../../server/shared/recorded-changes';

/** What the audit keeps of settings and of invalid requests. */

describe('recorded settings', () => {
  it.each([
    ['https://a.example/hook', 'https://a.example/hook'],
    ['https://user:secret@a.example/hook', 'https://…@a.example/hook'],
    ['https://user:p@ss@a.example/', 'https://…@a.example/'],
    ['https://a.example/hook?token=secret#secret', 'https://a.example/hook?…#…'],
    ['HTTPS://a.example?token=secret', 'HTTPS://a.example?…'],
    ['com.example.app:/callback?code=secret', 'com.example.app:/callback?…'],
    ['Night shift: who? Anyone', 'Night shift: who? Anyone'],
  ])('%s is kept as %s', (url, kept) => {
    expect(maskUrl(url)).toBe(kept);
    expect(recordedValue([url])).toBe(kept);
  });

  it('are those that differ, with lists as text', () => {
    const was = {
      events: ['a', 'b'],
      url: 'https://a.example/?one',
      enabled: true,
      note: 'x',
      port: null as number | null,
    };
    const is = {
      events: [] as string[],
      url: 'https://a.example/?two',
      enabled: true,
      note: 'x',
      port: 2575,
    };
    expect(recordedChanges(was, is, ['events', 'url', 'enabled', 'note', 'port'])).toEqual({
      events: { was: 'a, b', is: null },
      url: { was: 'https://a.example/?…', is: 'https://a.example/?…' },
      port: { was: null, is: 2575 },
    });
  });
});

describe('rejected fields', () => {
  const error = (pointer: string, code = 'invalid_format' as const) => ({
    pointer,
    code,
    message: 'is wrong',
  });

  it('are named once, without positions', () => {
    expect(
      rejectedFields([
        error('/birth_date'),
        error('/phones/0/value'),
        error('/phones/1/value'),
        { parameter: 'limit', code: 'out_of_range', message: 'must be at most 200' },
      ]),
    ).toEqual(['birth_date', 'phones', 'limit']);
  });

  it('never contain what a sender made up', () => {
    expect(
      rejectedFields([
        { ...error('/Jane Doe'), code: 'unknown_field' },
        { parameter: 'jane', code: 'unknown_field', message: 'is unknown' },
        error('/metadata/jane_doe'),
        error('/jane~1doe 1950'),
      ]),
    ).toEqual(['metadata']);
    expect(rejectedFields()).toEqual([]);
  });
});
