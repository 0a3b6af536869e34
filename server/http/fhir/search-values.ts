import { DomainError } from '../../errors/domain-error';
import type { FieldErrorCode } from '../../errors/field-error';
import type { CodeSearch } from '../../shared/code-search';
import type { DateSearch } from '../../shared/date-search';
import { baseUrl } from './base';

/** Values of search parameters by their type. A value that cannot be searched for is an error, never ignored. */

export function badValue(
  parameter: string,
  rule: string,
  code: FieldErrorCode = 'invalid_format',
): DomainError {
  return new DomainError('invalid_parameter', 'A search parameter is not valid.', {
    errors: [{ parameter, code, message: `\`${parameter}\` ${rule}.` }],
  });
}

const MOST_VALUES = 50;
const MOST_LETTERS = 500;

/** `a,b` are alternatives; `\,` is a comma. */
export function alternatives(parameter: string, text: string): string[] {
  if (text.length > MOST_LETTERS * 10) throw badValue(parameter, 'is too long', 'too_long');
  const values = [''];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ',') values.push('');
    else values[values.length - 1] += text[at] === '\\' ? text[at]! + (text[++at] ?? '') : text[at]!;
  }
  if (values.length > MOST_VALUES)
    throw badValue(parameter, `can have at most ${MOST_VALUES} values`, 'too_long');
  for (const value of values) {
    if (value.trim() === '') throw badValue(parameter, 'cannot be empty', 'required');
    if (value.length > MOST_LETTERS)
      throw badValue(parameter, `must have at most ${MOST_LETTERS} characters`, 'too_long');
  }
  return values;
}

/** `\,`, `\|`, `\$` and `\\`. */
export const unescaped = (value: string): string => value.replace(/\\([,|$\\])/g, '$1');

/** `system|code`, `|code` (without a system) or `code` (in any system). */
export function readToken(parameter: string, value: string): CodeSearch {
  const at = /(?<!\\)(?:\\\\)*\|/.exec(value);
  const bar = at ? at.index + at[0].length - 1 : -1;
  const code = unescaped(value.slice(bar + 1));
  if (code.trim() === '') throw badValue(parameter, 'must be a code, or system|code');
  if (bar < 0) return { system: undefined, code };
  const system = unescaped(value.slice(0, bar));
  return { system: system === '' ? null : system, code };
}

/** Values for the codes of a closed list. @throws DomainError if a code of the list's system is unknown */
export function chosen<T>(
  parameter: string,
  lists: CodeSearch[][] | undefined,
  system: string,
  values: Readonly<Record<string, readonly T[]>>,
): T[][] | undefined {
  return lists?.map((list) =>
    list.flatMap((token) => {
      if (token.system !== undefined && token.system !== system) return [];
      if (!Object.hasOwn(values, token.code))
        throw badValue(parameter, `must be one of ${Object.keys(values).join(', ')}`, 'not_allowed');
      return values[token.code]!;
    }),
  );
}

/** For parameters whose resources all have one of a few codes: other codes match nothing. */
export const matchesOne = (lists: CodeSearch[][] | undefined, system: string, code: string): boolean =>
  (lists ?? []).every((list) =>
    list.some((token) => token.code === code && (token.system === undefined || token.system === system)),
  );

const DATE =
  /^(?:([a-z]{2}))?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;
const PREFIXES = ['eq', 'ge', 'gt', 'le', 'lt'] as const;
const LAST = '9999-12-31T23:59:59.999Z';
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse(LAST)];

/** A year, month, day, minute or second, and its prefix. Without a time zone it is in UTC. */
export function readDate(parameter: string, value: string): DateSearch {
  const invalid = () =>
    badValue(
      parameter,
      'must be a date or time such as 2026, 2026-03, 2026-03-01 or 2026-03-01T08:00:00Z, and its + must be sent as %2B',
    );
  const match = DATE.exec(value);
  if (!match) throw invalid();
  const [, prefix = 'eq', year, month, day, hour, minute, second, fraction, zone = 'Z'] = match;
  const known = PREFIXES.find((one) => one === prefix);
  if (!known)
    throw badValue(parameter, `must have one of the prefixes ${PREFIXES.join(', ')}`, 'not_allowed');
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const time =
    hour === undefined
      ? '00:00:00.000Z'
      : `${hour}:${minute}:${second ?? '00'}${(fraction ?? '.000').slice(0, 4).padEnd(4, '0')}${zone}`;
  const start = Date.parse(`${date}T${time}`);
  // Date.parse reads 31 April as 1 May.
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  if (Number.isNaN(start) || !isDay || start < EARLIEST || start > LATEST) throw invalid();
  const end = new Date(start);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else if (hour === undefined) end.setUTCDate(end.getUTCDate() + 1);
  else end.setTime(start + (second === undefined ? 60_000 : fraction === undefined ? 1_000 : 1));
  return {
    prefix: known,
    start: new Date(start).toISOString(),
    end: end.getTime() > LATEST ? LAST : end.toISOString(),
  };
}

const ID = /^[A-Za-z0-9.-]{1,64}$/;

/** `Patient/id`, `id` or the URL of the resource here. @returns the logical ID */
export function readReference(parameter: string, type: string, value: string): string {
  const text = unescaped(value);
  const local = text.startsWith(`${baseUrl()}/`) ? text.slice(baseUrl().length + 1) : text;
  const id = local.startsWith(`${type}/`) ? local.slice(type.length + 1) : local;
  if (!ID.test(id)) throw badValue(parameter, `must be ${type}/[id], or the URL of a ${type} of this server`);
  return id;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (id: string): boolean => UUID.test(id);
