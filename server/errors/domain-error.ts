import { withFullMessage, type FieldError, type FieldErrorCode } from './field-error';

/**
 * The error of all domain operations. `code` is the stable code of the public contract, and `STATUS` its HTTP status.
 * Messages never contain patient data: they are shown and logged.
 */
export const STATUS = {
  invalid_json: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_cursor: 400,
  invalid_request: 400,
  missing_credentials: 401,
  invalid_credentials: 401,
  token_expired: 401,
  insufficient_scope: 403,
  forbidden: 403,
  ip_not_allowed: 403,
  chart_restricted: 403,
  reauthentication_required: 403,
  not_found: 404,
  result_not_ready: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  duplicate_external_id: 409,
  duplicate_mrn: 409,
  duplicate_identifier: 409,
  duplicate_slug: 409,
  duplicate_email: 409,
  patient_has_open_orders: 409,
  invalid_state: 409,
  multiple_results: 409,
  idempotency_in_progress: 409,
  limit_reached: 409,
  organisation_changed: 409,
  length_required: 411,
  version_mismatch: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  unsupported_file_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  misdirected_request: 421,
  validation_failed: 422,
  idempotency_key_reused: 422,
  patient_not_found: 422,
  patient_not_active: 422,
  test_not_orderable: 422,
  file_empty: 422,
  checksum_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  content_unavailable: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

/** Further members of a problem document, next to `code` and `detail`. */
export interface ErrorExtras {
  errors?: FieldError[];
  required_scopes?: string[];
  retry_after?: number;
  max_bytes?: number;
  current_version?: number;
  /** Into which the record was merged. */
  survivor_id?: string;
  result_ids?: string[];
  /** Portal only. */
  patient_ids?: string[];
  order_status?: string;
  reviewed?: { act: 'signed' | 'seen'; by: string; by_name: string | null; at: string };
  /** Another user was faster, and only reloading the page helps. */
  outdated?: true;
  allow?: string[];
}

export class DomainError extends Error {
  // `instanceof` fails across the two module graphs of the process (server bundle and Next's), so the brand is a field.
  readonly isDomainError = true as const;
  override readonly name = 'DomainError';

  readonly extras: ErrorExtras;

  constructor(
    readonly code: ErrorCode,
    message: string,
    extras: ErrorExtras = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.extras = extras.errors ? { ...extras, errors: extras.errors.map(withFullMessage) } : extras;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export function isDomainError(error: unknown): error is DomainError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { isDomainError?: unknown }).isDomainError === true
  );
}

/** One wrong field of a body. `pointer` is a JSON pointer (RFC 6901). */
export function fieldError(pointer: string, code: FieldErrorCode, message: string): DomainError {
  return new DomainError('validation_failed', 'One or more fields are not valid.', {
    errors: [{ pointer, code, message }],
  });
}
