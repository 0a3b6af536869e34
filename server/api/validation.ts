import type { z } from 'zod';
import { DomainError, type FieldError, type FieldErrorCode } from '../errors/domain-error';
import { notFound } from '../shared/ids';

/**
 * Zod issues → the field errors of the contract, all in one answer. Where the input stood decides the words: query
 * parameters are 400, bodies are 422 with JSON pointers (RFC 6901).
 */

export interface InputPlace {
  at: 'query' | 'body';
  /** Names that come from the path: a bad one is simply not found. */
  pathParameters: readonly string[];
  /** Names that answers have and requests may not: told as read-only instead of unknown. */
  readOnly: ReadonlySet<string>;
  /** What was sent: zod does not say whether a value was absent or wrong. */
  value: unknown;
}

/** Enough to mend a client; a body of 100,000 unknown keys is not answered with as many errors. */
const MAX_ERRORS = 100;

type Issue = z.core.$ZodIssue;

export function invalidInput(issues: Issue[], place: InputPlace): DomainError {
  if (issues.some((issue) => place.pathParameters.includes(String(issue.path[0])))) return notFound();
  const errors = issues.flatMap((issue) => fieldErrors(issue, place)).slice(0, MAX_ERRORS);
  if (place.at === 'body')
    return new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  const unknown = errors.some((error) => error.code === 'unknown_field');
  return unknown
    ? new DomainError('unknown_parameter', 'A query parameter is not known here.', { errors })
    : new DomainError('invalid_parameter', 'A query parameter is not valid.', { errors });
}

function fieldErrors(issue: Issue, place: InputPlace): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => {
      const readOnly = place.at === 'body' && issue.path.length === 0 && place.readOnly.has(key);
      return {
        ...where([...issue.path, key], place),
        code: readOnly ? 'read_only' : 'unknown_field',
        message: readOnly ? 'cannot be set' : 'is not known here',
      };
    });
  }
  const value = issue.path.reduce<unknown>(memberOf, place.value);
  return [{ ...where(issue.path, place), ...wordsOf(issue, value) }];
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

function where(path: PropertyKey[], place: InputPlace): Pick<FieldError, 'pointer' | 'parameter'> {
  if (place.at === 'query') return { parameter: String(path[0] ?? '') };
  return {
    pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}

const SIZED = new Set(['string', 'array', 'set', 'map', 'file']);

/** Code and message of one issue; `value` is what stood in its place. */
function wordsOf(issue: Issue, value: unknown): Pick<FieldError, 'code' | 'message'> {
  const say = (code: FieldErrorCode, message = plain(issue)) => ({ code, message });
  // A rule over several fields names its own word, also for a field that is absent.
  if (issue.code === 'custom')
    return say((issue.params?.code as FieldErrorCode | undefined) ?? 'invalid_format');
  if (value === undefined && issue.code !== 'invalid_key') return say('required', 'is required');
  switch (issue.code) {
    case 'invalid_type':
      // 1e400 is a number of JSON that no number here can hold.
      return say(typeof value === 'number' && !Number.isFinite(value) ? 'out_of_range' : 'invalid_type');
    case 'too_big':
      return say(SIZED.has(issue.origin) ? 'too_long' : 'out_of_range');
    case 'too_small':
      return say(SIZED.has(issue.origin) ? 'too_short' : 'out_of_range');
    case 'not_multiple_of':
      return say('out_of_range');
    case 'invalid_value': {
      const sameType = issue.values.some((allowed) => typeof allowed === typeof value);
      return say(sameType ? 'not_allowed' : 'invalid_type', `must be ${oneOf(issue.values)}`);
    }
    case 'invalid_key':
    case 'invalid_element': {
      const [inner] = issue.issues;
      return inner ? wordsOf(inner, inner.code === 'invalid_type' ? value : '') : say('invalid_format');
    }
    case 'invalid_union': {
      // Of the forms that are allowed, the first one whose type was met says what is wrong.
      const met = issue.errors.find((branch) => branch[0] && branch[0].code !== 'invalid_type');
      const first = met?.[0] ?? issue.errors[0]?.[0];
      return first ? wordsOf(first, first.path.reduce(memberOf, value)) : say('invalid_format');
    }
    default:
      return say('invalid_format');
  }
}

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;

const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function plain(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  const rule =
    issue.code === 'invalid_format' && issue.message.startsWith('Invalid')
      ? `must be a valid ${issue.format}`
      : issue.message;
  return rule.replace(/^Invalid [a-z]+: /, '').replace(/^(Too (big|small): )?expected /, 'must be ');
}
