import type { DomainError, ErrorCode } from './domain-error';
import { env } from '../env';

/** Problem documents (RFC 9457), sent by the handlers and shown on the pages of `/docs`. */

/** @returns members of `application/problem+json`, in the order of the contract */
export function problemOf(
  error: DomainError,
  requestId: string,
  server: string = env.PUBLIC_URL,
): Record<string, unknown> {
  // `allow` travels as a header only.
  const { errors, allow: _allow, ...extras } = error.extras;
  return {
    type: `${server}/docs/errors/${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    code: error.code,
    detail: error.message,
    instance: `/requests/${requestId}`,
    request_id: requestId,
    ...(errors ? { errors: errors.map(({ predicate: _predicate, ...rest }) => rest) } : {}),
    ...extras,
  };
}

const ABBREVIATIONS = /\b(?:id|ip|json|mrn)\b/g;

/** `validation_failed` → `Validation failed`, `invalid_json` → `Invalid JSON`. For people: clients rely on the code. */
export const titleOf = (code: ErrorCode): string => {
  const words = code.replaceAll('_', ' ').replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};
