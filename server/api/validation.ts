import type { z } from 'zod';
import { DomainError, type FieldError, type FieldErrorCode } from '../domain/errors';
import { notFound } from '../domain/ids';

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
}

type Issue = z.core.$ZodIssue;

export function invalidInput(issues: Issue[], place: InputPlace): DomainError {
  if (issues.some((issue) => place.pathParameters.includes(String(issue.path[0])))) return notFound();
  const errors = issues.flatMap((issue) => fieldErrors(issue, place));
  if (place.at === 'body')
    return new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  const unknown = errors.some((error) => error.code === 'unknown_field');
  return unknown
    ? new DomainError('unknown_parameter', 'A query parameter is not known here.', { errors })
    : new DomainError('invalid_parameter', 'A query parameter is not valid.', { errors });
}

function fieldErrors(issue: Issue, place: InputPlace): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const readOnly = place.at === 'body' && issue.path.length === 0 && place.readOnly.has(key);
      return {
        ...where([...issue.path, key], place),
        code: readOnly ? 'read_only' : 'unknown_field',
        message: readOnly ? 'cannot be set' : 'is not known here',
      };
    });
  }
  return [{ ...where(issue.path, place), code: codeOf(issue), message: messageOf(issue) }];
}

function where(path: PropertyKey[], place: InputPlace): Pick<FieldError, 'pointer' | 'parameter'> {
  if (place.at === 'query') return { parameter: String(path[0] ?? '') };
  return {
    pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}

const missing = (issue: Issue) => issue.code === 'invalid_type' && /received undefined/.test(issue.message);

function codeOf(issue: Issue): FieldErrorCode {
  switch (issue.code) {
    case 'invalid_type':
      return missing(issue) ? 'required' : 'invalid_type';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'out_of_range';
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'out_of_range';
    case 'invalid_value':
      return 'not_allowed';
    case 'not_multiple_of':
      return 'out_of_range';
    case 'custom':
      // Rules over several fields name their word themselves.
      return (issue.params?.code as FieldErrorCode | undefined) ?? 'invalid_format';
    default:
      return 'invalid_format';
  }
}

function messageOf(issue: Issue): string {
  if (missing(issue)) return 'is required';
  const rule =
    issue.code === 'invalid_format' && issue.message.startsWith('Invalid')
      ? `must be a valid ${issue.format}`
      : issue.message;
  return rule.replace(/^Invalid (input|option): /, '').replace(/^(Too (big|small): )?expected /, 'must be ');
}
