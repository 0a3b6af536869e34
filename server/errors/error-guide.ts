import { ACCEPTED_NAMES } from '../media-types';
import { DomainError, type ErrorCode, type ErrorExtras } from './domain-error';

/** Explains each error code, for `/docs/errors/<code>` and the examples of the OpenAPI document. */
export interface ErrorGuide {
  /** The cause, in one or two sentences. */
  meaning: string;
  /** What the client should do. */
  action: string;
  /** Whether the same request can succeed later. */
  retry: 'no' | 'later';
  /** `detail` of the example, and its further members. */
  detail: string;
  extras?: ErrorExtras;
}

const LATER = 'Wait for the seconds in `Retry-After`, then send the same request again.';
const HEADERS = 'Send fewer or shorter headers. Cookies and tracing headers are the usual cause.';
const FOREIGN = 'Deleted records and records of other organizations return the same error.';
const taken = (pointer: string): ErrorExtras => ({
  errors: [{ pointer, code: 'not_unique', message: 'is already used by another record' }],
});

export const GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: {
    meaning:
      'The body is not valid JSON (RFC 8259), or parsers disagree on it: a repeated key, a NUL character, invalid UTF-8, or more than 20 levels of nesting.',
    action: 'Create the body with a JSON library. Do not repeat keys, and do not send comments or `NaN`.',
    retry: 'no',
    detail: 'The body is not acceptable JSON: it repeats a key.',
  },
  invalid_parameter: {
    meaning: 'A query parameter or header has an invalid value. `errors` lists each one.',
    action: 'Correct the values in `errors`. The OpenAPI document lists the allowed values.',
    retry: 'no',
    detail: 'A query parameter is not valid.',
    extras: { errors: [{ parameter: 'limit', code: 'out_of_range', message: 'must be at most 100' }] },
  },
  unknown_parameter: {
    meaning:
      'The endpoint does not have this query parameter. It is rejected, because ignoring a misspelled filter would list every record.',
    action: 'Remove the parameter or correct its spelling.',
    retry: 'no',
    detail: 'A query parameter does not exist.',
    extras: { errors: [{ parameter: 'familly', code: 'unknown_field', message: 'is unknown' }] },
  },
  invalid_cursor: {
    meaning: 'The cursor was modified, or belongs to another list, other filters or another sort order.',
    action:
      'Send a cursor only with the filters and sort order of the response it came from. Otherwise start without a cursor.',
    retry: 'no',
    detail:
      'The cursor was modified, or belongs to another list or other filters. Start from the first page.',
    extras: {
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_format',
          message: 'must be the next_cursor of the previous page, with the same filters and sort',
        },
      ],
    },
  },
  invalid_request: {
    meaning:
      'The request violates the rules of HTTP or of multipart bodies, so it cannot be read reliably. The connection is closed.',
    action:
      'Use an HTTP library. Send Host, Authorization, Content-Type and Content-Length at most once, and never Content-Length together with Transfer-Encoding.',
    retry: 'no',
    detail: 'The multipart body is incomplete or malformed.',
  },
  missing_credentials: {
    meaning: 'The request has no credential.',
    action: 'Send `Authorization: Bearer <API key>` with every request.',
    retry: 'no',
    detail: 'Send an API key or an access token as `Authorization: Bearer <credential>`.',
  },
  invalid_credentials: {
    meaning:
      'The credential is unknown, mistyped, expired or revoked. The response does not say which, so that keys cannot be probed.',
    action:
      'Check that you send the whole key. If you do, ask an administrator of the organization for a new one.',
    retry: 'no',
    detail: 'The credential is not valid.',
  },
  token_expired: {
    meaning: 'The token or signed URL was valid and has expired.',
    action: 'Get a new token with the refresh token, or request the document again to get a new URL.',
    retry: 'no',
    detail: 'The URL has expired. Request the document again.',
  },
  insufficient_scope: {
    meaning: 'The credential is valid but lacks required scopes. `required_scopes` lists them.',
    action: 'Ask an administrator of the organization for a credential with this scope.',
    retry: 'no',
    detail: 'This requires the scope patients:write.',
    extras: { required_scopes: ['patients:write'] },
  },
  forbidden: {
    meaning: 'The role of the user, or the type of the credential, does not allow this operation.',
    action: 'Ask an administrator of the organization to do it or to change the role.',
    retry: 'no',
    detail: 'This requires the role admin.',
  },
  ip_not_allowed: {
    meaning: 'The API key can only be used from certain addresses, and this request came from another one.',
    action: 'Send the request from an allowed address, or ask an administrator to change the list.',
    retry: 'no',
    detail: 'The key does not allow this address.',
  },
  chart_restricted: {
    meaning:
      'The chart of the patient is restricted, and the user has not opened it in the portal within the last 8 hours. API keys get `insufficient_scope` instead.',
    action: 'Open the chart in the portal and state a reason. Requests then succeed for 8 hours.',
    retry: 'no',
    detail: 'The chart of this patient is restricted. State a reason to open it.',
  },
  reauthentication_required: {
    meaning: 'Portal only. The last sign-in or confirmation of the user is older than 10 minutes.',
    action: 'Confirm with password and second factor or with a passkey, then repeat the request.',
    retry: 'no',
    detail: 'Confirm your identity. This requires authentication within the last 10 minutes.',
  },
  not_found: {
    meaning: `The path or record does not exist. ${FOREIGN}`,
    action: 'Check the path and the ID. IDs are case-sensitive, and paths have no trailing slash.',
    retry: 'no',
    detail: 'The resource does not exist.',
  },
  result_not_ready: {
    meaning: 'The order has no result yet. `order_status` is its current status.',
    action: 'Wait for the event `lab_result.created`, or try again later.',
    retry: 'later',
    detail: 'The order has no result yet.',
    extras: { order_status: 'sent' },
  },
  method_not_allowed: {
    meaning:
      'The path does not support this method. Each path with GET also has HEAD; OPTIONS is not available under /v1.',
    action: 'Use one of the methods in the `Allow` header.',
    retry: 'no',
    detail: 'The path does not support this method.',
  },
  not_acceptable: {
    meaning: 'The Accept header excludes the only available media type.',
    action: 'Accept `application/json`, or omit the header.',
    retry: 'no',
    detail: 'The response is only available as application/json.',
  },
  request_timeout: {
    meaning:
      'The headers did not arrive within 10 seconds, a body of at most 1 MB did not arrive within 30 seconds, or a larger body stalled for 30 seconds.',
    action: 'Send the request again over a new connection.',
    retry: 'later',
    detail: 'The request body did not arrive in time.',
  },
  duplicate_external_id: {
    meaning: 'Another record of the organization has this `external_id`.',
    action: 'Find the record by `external_id` and update it, or choose another ID.',
    retry: 'no',
    detail: 'Another patient of this organization has this external ID.',
    extras: taken('/external_id'),
  },
  duplicate_mrn: {
    meaning: 'Another patient of the organization has this `mrn`.',
    action: 'Find the patient by `mrn`. It may be the same person.',
    retry: 'no',
    detail: 'Another patient of this organization has this MRN.',
    extras: taken('/mrn'),
  },
  duplicate_identifier: {
    meaning: 'Another patient of the organization has this identifier in the same system.',
    action: 'Find the patient with `identifier=system|value`. It may be the same person.',
    retry: 'no',
    detail: 'Another patient of this organization has this identifier.',
    extras: taken('/identifiers'),
  },
  duplicate_slug: {
    meaning: 'Another organization has this short name.',
    action: 'Choose another short name.',
    retry: 'no',
    detail: 'Another organization has this slug.',
    extras: taken('/slug'),
  },
  duplicate_email: {
    meaning: 'Another user has this email address.',
    action: 'Use the existing account or another address.',
    retry: 'no',
    detail: 'Another user has this email address.',
    extras: taken('/email'),
  },
  patient_has_open_orders: {
    meaning: 'The patient has open lab orders. Their results would arrive without a patient.',
    action: 'Wait for the results or cancel the orders in the portal, then delete the patient.',
    retry: 'later',
    detail: 'The patient has open lab orders. Complete or cancel them first.',
  },
  invalid_state: {
    meaning: 'The current state of the record does not allow this operation.',
    action: 'Read the record again and decide by its current state.',
    retry: 'no',
    detail: 'The webhook is disabled. Enable it first.',
  },
  multiple_results: {
    meaning: 'The order has several results, so its ID does not identify one. `result_ids` lists them.',
    action: 'Read each result by its own ID.',
    retry: 'no',
    detail: 'The order has several results. Request one of them by its ID.',
    extras: { result_ids: ['res_01m6dp7ygrebx90cqtv4fyp33d', 'res_01m6dp7ygsfk3vqy29a0mz5x8e'] },
  },
  idempotency_in_progress: {
    meaning: 'A request with the same Idempotency-Key is still in progress.',
    action: LATER,
    retry: 'later',
    detail: 'The first request with this Idempotency-Key is still in progress. Try again.',
    extras: { retry_after: 1 },
  },
  limit_reached: {
    meaning: 'The organization has reached the maximum number of records of this type.',
    action: 'Remove one that is not needed, or ask the operator for a higher limit.',
    retry: 'no',
    detail: 'An organization has at most 20 webhooks.',
  },
  organisation_changed: {
    meaning:
      'Portal only. The user switched to another organization in another tab, so the page belongs to a different organization than the session.',
    action: 'Reload the page.',
    retry: 'no',
    detail: 'You switched to Example Clinic. Nothing was changed. Reload the page.',
  },
  length_required: {
    meaning: 'The request needs a body and has none.',
    action: 'Send the body with `Content-Length` or in chunks.',
    retry: 'no',
    detail: 'The request has no body. Send a body with Content-Length.',
  },
  version_mismatch: {
    meaning: 'The record has changed since you read it: its version differs from `If-Match`.',
    action: 'Read the record again, apply your change to it, and send its new entity tag.',
    retry: 'no',
    detail: 'The record has changed since you read it. Read it again.',
    extras: { current_version: 4 },
  },
  payload_too_large: {
    meaning: 'The body exceeds the limit of this endpoint. `max_bytes` is the limit.',
    action: 'Send less data. For a large document, use another upload form.',
    retry: 'no',
    detail: 'The body is larger than 1048576 bytes.',
    extras: { max_bytes: 1_048_576 },
  },
  uri_too_long: {
    meaning: 'Path and query together exceed 8,192 characters.',
    action: 'Send fewer or shorter query parameters.',
    retry: 'no',
    detail: 'The request target is longer than 8192 characters.',
  },
  unsupported_media_type: {
    meaning: 'The endpoint does not support the media type, charset or content encoding of the body.',
    action: 'Send JSON as `application/json` in UTF-8, uncompressed.',
    retry: 'no',
    detail: 'The body must be sent as application/json.',
  },
  unsupported_file_type: {
    meaning: 'The file type is not supported, or differs from the declared type.',
    action: 'Convert the file to a supported type, such as PDF.',
    retry: 'no',
    detail: `This file type is not supported. Use one of: ${ACCEPTED_NAMES}.`,
  },
  range_not_satisfiable: {
    meaning: 'The Range header requests bytes beyond the end of the document.',
    action: 'Read the size from `Content-Range` and request a valid range, or omit Range.',
    retry: 'no',
    detail: 'The range is outside the file.',
  },
  expectation_failed: {
    meaning: 'The Expect header has a value other than `100-continue`.',
    action: 'Omit the header.',
    retry: 'no',
    detail: 'The only supported Expect value is 100-continue.',
  },
  misdirected_request: {
    meaning: 'The Host header names a server other than this one.',
    action: 'Use the URL from the operator, and check which Host header your proxy sends.',
    retry: 'no',
    detail: 'This server only accepts requests for clinic.example.',
  },
  validation_failed: {
    meaning: 'The body has invalid fields. `errors` lists all of them, each with a JSON pointer and a code.',
    action: 'Correct every field in `errors`, then send the body again.',
    retry: 'no',
    detail: 'One or more fields are not valid.',
    extras: {
      errors: [
        { pointer: '/name/family', code: 'required', message: 'is required' },
        { pointer: '/sex', code: 'not_allowed', message: 'must be one of female, male, other, unknown' },
      ],
    },
  },
  idempotency_key_reused: {
    meaning: 'The Idempotency-Key was used for a request with a different body.',
    action: 'Use a new key for each new request, and repeat a key only to retry the same request.',
    retry: 'no',
    detail: 'This Idempotency-Key was used with another request body. Use a new key.',
  },
  patient_not_found: {
    meaning: `The patient in the body does not exist. ${FOREIGN}`,
    action: 'Check `patient_id`.',
    retry: 'no',
    detail: 'The patient does not exist.',
    extras: {
      errors: [
        {
          pointer: '/patient_id',
          code: 'not_allowed',
          message: 'must be the ID of a patient of this organization',
        },
      ],
    },
  },
  patient_not_active: {
    meaning: 'The patient is inactive, so new records cannot be created for it.',
    action: 'If appropriate, set the `status` of the patient to `active` first.',
    retry: 'no',
    detail: 'The patient is not active.',
    extras: {
      errors: [
        {
          pointer: '/patient_id',
          code: 'not_allowed',
          message: 'must be a patient whose status is active',
        },
      ],
    },
  },
  test_not_orderable: {
    meaning:
      'One or more tests are unknown, inactive, or belong to a different laboratory than the others. `errors` lists the items.',
    action: 'Find the tests in the catalog and send one order per laboratory.',
    retry: 'no',
    detail: 'One or more tests cannot be ordered.',
    extras: {
      errors: [{ pointer: '/items/1/code', code: 'not_allowed', message: 'is not in the catalog' }],
    },
  },
  file_empty: {
    meaning: 'The file has no bytes.',
    action: 'Check how your application reads the file before it sends it.',
    retry: 'no',
    detail: 'The file is empty.',
    extras: {
      errors: [{ pointer: '/file', code: 'too_short', message: 'must contain at least one byte' }],
    },
  },
  checksum_mismatch: {
    meaning: 'The SHA-256 of the received bytes differs from the announced one. Nothing was stored.',
    action: 'Send the file again. If the error persists, check how you compute the checksum.',
    retry: 'later',
    detail: 'The SHA-256 of the received bytes differs from the one in the request. Send the file again.',
  },
  rate_limited: {
    meaning:
      'The credential or address exceeded its rate limit. The `RateLimit` header shows the remaining requests.',
    action: LATER,
    retry: 'later',
    detail: 'The limit of 600 requests in 60 seconds is used up.',
    extras: { retry_after: 17 },
  },
  headers_too_large: {
    meaning: 'The headers exceed 16 KiB, or there are more than 200 of them.',
    action: HEADERS,
    retry: 'no',
    detail: 'The headers exceed 16 KiB.',
  },
  internal_error: {
    meaning: 'An unexpected error occurred in the service. A write with this response was not performed.',
    action: 'Try again. If the error persists, report the `request_id` to the operator.',
    retry: 'later',
    detail: 'An unexpected error occurred. Report the request ID to the operator.',
  },
  content_unavailable: {
    meaning: 'The file of the document is missing, unreadable, or differs in size from the original.',
    action: 'Report the `request_id` to the operator, who can restore the file from a backup.',
    retry: 'later',
    detail: 'The file of this document cannot be read. Report the request ID to the operator.',
  },
  unavailable: {
    meaning: 'The service is busy or starting, or cannot reach its database or document storage.',
    action: LATER,
    retry: 'later',
    detail: 'The service cannot reach its database. Try again.',
    extras: { retry_after: 2 },
  },
  storage_full: {
    meaning: 'The document storage is full. All other operations work.',
    action: 'Inform the operator. Keep the file and send it again later.',
    retry: 'later',
    detail: 'The storage for documents is full.',
  },
};

/** The example of the code in the documentation. */
export const exampleOf = (code: ErrorCode): DomainError =>
  new DomainError(code, GUIDE[code].detail, GUIDE[code].extras);

export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(GUIDE, word);
