import type { z } from 'zod';
import { DomainError } from '../errors/domain-error';
import type { FieldError, FieldErrorCode } from '../errors/field-error';
import { notFound } from './ids';

/**
 * Turns zod issues into the field errors of the contract, all in one response: 400 for query parameters, 422 with JSON
 * pointers (RFC 6901) for bodies.
 */

export interface InputPlace {
  at: 'query' | 'body';
  /** Names that come from the path. An invalid one is not found. */
  pathParameters: readonly string[];
  /** Names that responses have and requests may not, reported as read-only instead of unknown. */
  readOnly: ReadonlySet<string>;
  /** The input. Zod does not say whether a value was absent or wrong. */
  value: unknown;
}

/** Members of responses that no body has, at the top of the body. */
export const READ_ONLY: ReadonlySet<string> = new Set([
  'id',
  'object',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'status',
  'merged_into_id',
  'restricted',
  'merged_from',
  'org_id',
  'order_number',
  'status_history',
  'result_ids',
  'overdue',
  'expected_by',
  'sha256',
  'size',
  'scan_status',
  'content_url',
  'secret',
  'secret_hint',
]);

/** Limits the response to a body with 100,000 unknown keys. */
const MAX_ERRORS = 100;

type Issue = z.core.$ZodIssue;

export function invalidInput(issues: Issue[], place: InputPlace): DomainError {
  if (issues.some((issue) => place.pathParameters.includes(String(issue.path[0])))) return notFound();
  const errors = issues.flatMap((issue) => fieldErrors(issue, place)).slice(0, MAX_ERRORS);
  if (place.at === 'body')
    return new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  const unknown = errors.some((error) => error.code === 'unknown_field');
  return unknown
    ? new DomainError('unknown_parameter', 'A query parameter does not exist.', { errors })
    : new DomainError('invalid_parameter', 'A query parameter is not valid.', { errors });
}

/** Operations name parameters; an operation of `/v1` that takes them in its body names fields. */
export function placed(error: DomainError, { inBody }: { inBody: boolean }): DomainError {
  const { errors } = error.extras;
  if (!inBody || !errors?.some(({ parameter }) => parameter !== undefined)) return error;
  const code = error.code === 'invalid_parameter' ? 'validation_failed' : error.code;
  return new DomainError(code, error.message, {
    ...error.extras,
    errors: errors.map(({ parameter, ...rest }) =>
      parameter === undefined ? rest : { ...rest, pointer: `/${parameter}` },
    ),
  });
}

function fieldErrors(issue: Issue, place: InputPlace): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => {
      const readOnly = place.at === 'body' && issue.path.length === 0 && place.readOnly.has(key);
      return {
        ...where([...issue.path, key], place),
        code: readOnly ? 'read_only' : 'unknown_field',
        message: readOnly
          ? 'This field is read-only. Remove it.'
          : `This ${place.at === 'query' ? 'parameter' : 'field'} does not exist. Check its spelling.`,
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

/** Code and message of one issue; `value` is the input at its path. */
function wordsOf(issue: Issue, value: unknown): Pick<FieldError, 'code' | 'message'> {
  const problem = (code: FieldErrorCode, message = messageOf(issue)) => ({ code, message });
  // A rule over several fields brings its own code, also for a field that is absent.
  if (issue.code === 'custom')
    return problem((issue.params?.code as FieldErrorCode | undefined) ?? 'invalid_format');
  if (value === undefined && issue.code !== 'invalid_key') return problem('required', 'is required');
  switch (issue.code) {
    case 'invalid_type':
      // JSON can express numbers that JavaScript cannot, such as 1e400.
      return problem(typeof value === 'number' && !Number.isFinite(value) ? 'out_of_range' : 'invalid_type');
    case 'too_big':
      return problem(SIZED.has(issue.origin) ? 'too_long' : 'out_of_range');
    case 'too_small':
      return problem(SIZED.has(issue.origin) ? 'too_short' : 'out_of_range');
    case 'not_multiple_of':
      return problem('out_of_range');
    case 'invalid_value': {
      const sameType = issue.values.some((allowed) => typeof allowed === typeof value);
      return problem(sameType ? 'not_allowed' : 'invalid_type', `must be ${oneOf(issue.values)}`);
    }
    case 'invalid_key':
    case 'invalid_element': {
      const [inner] = issue.issues;
      return inner
        ? wordsOf(inner, inner.code === 'invalid_type' ? value : '')
        : problem('invalid_format', 'is not valid');
    }
    case 'invalid_union': {
      // Reports the first variant whose type matches.
      const matching = issue.errors.find((branch) => branch[0] && branch[0].code !== 'invalid_type');
      const first = matching?.[0] ?? issue.errors[0]?.[0];
      return first
        ? wordsOf(first, first.path.reduce(memberOf, value))
        : problem('invalid_format', 'is not valid');
    }
    default:
      return problem('invalid_format');
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
  email: 'an email address',
  url: 'a URL',
  date: 'a date such as 2026-11-05',
  datetime: 'a time such as 2026-11-05T14:07:00Z',
};

/** Zod's own messages start like this; those of the contracts do not. */
const DEFAULT_MESSAGE = /^(Invalid|Too|Unrecognized)\b/;

function messageOf(issue: Issue): string {
  if (!DEFAULT_MESSAGE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_format':
      return `must be ${NOUNS[issue.format] ?? `a valid ${issue.format}`}`;
    case 'too_big':
      return limitMessage(
        issue.origin,
        `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`,
      );
    case 'too_small':
      return SIZED.has(issue.origin) && issue.minimum === 1
        ? 'cannot be empty'
        : limitMessage(
            issue.origin,
            `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`,
          );
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not valid';
  }
}

function limitMessage(origin: string, limit: string): string {
  if (origin === 'string') return `must have ${limit} characters`;
  return SIZED.has(origin) ? `must have ${limit} entries` : `must be ${limit}`;
}
