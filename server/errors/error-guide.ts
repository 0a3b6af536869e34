import { ACCEPTED_NAMES } from '../media-types';
import { DomainError, type ErrorCode, type ErrorExtras } from './domain-error';

/**
 * What each code of the contract means, what a client does about it and how it looks: the text of `/docs/errors/<code>`
 * and the examples of the OpenAPI document. One entry per code, held by the type.
 */
export interface ErrorGuide {
  /** What happened, in one or two sentences. */
  meaning: string;
  /** What the client does now. */
  action: string;
  /** Whether the same request can succeed when it is sent again as it is. */
  retry: 'no' | 'later';
  /** `detail` of the example, and its further members. */
  detail: string;
  extras?: ErrorExtras;
}

const LATER = 'Wait as long as `Retry-After` says, then send the same request again.';
const HEADERS = 'Send fewer or shorter headers. Cookies and tracing headers are the usual cause.';
const FOREIGN =
  'Records of other organizations and deleted records are answered like records that never existed.';
const taken = (pointer: string): ErrorExtras => ({
  errors: [{ pointer, code: 'not_unique', message: 'is taken by another record' }],
});

export const GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: {
    meaning:
      'The body is not JSON as RFC 8259 defines it, or holds what parsers read differently: a key twice, a NUL character, bytes that are not UTF-8, or more than 20 levels of nesting.',
    action: 'Write the body with a JSON library. Do not repeat keys, and do not send comments or `NaN`.',
    retry: 'no',
    detail: 'The body is not acceptable JSON: it repeats a key.',
  },
  invalid_parameter: {
    meaning: 'A query parameter or a header has a value that is not allowed. `errors` names each of them.',
    action: 'Correct the values that `errors` names. The OpenAPI document lists what each one accepts.',
    retry: 'no',
    detail: 'A query parameter is not valid.',
    extras: { errors: [{ parameter: 'limit', code: 'out_of_range', message: 'must be at most 100' }] },
  },
  unknown_parameter: {
    meaning:
      'The path does not have this query parameter. It is refused because a misspelt filter that is ignored would list every record.',
    action: 'Remove the parameter or correct its spelling.',
    retry: 'no',
    detail: 'A query parameter is not known here.',
    extras: { errors: [{ parameter: 'familly', code: 'unknown_field', message: 'is not known here' }] },
  },
  invalid_cursor: {
    meaning: 'The cursor was changed, or belongs to another list, other filters or another sort order.',
    action: 'Send a cursor only with the filters of the answer it came from, or begin again without one.',
    retry: 'no',
    detail: 'The cursor does not belong to this list with these filters.',
    extras: {
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_format',
          message: 'must be the next_cursor of the page before, with the same filters and sort',
        },
      ],
    },
  },
  invalid_request: {
    meaning:
      'The request breaks the rules of HTTP, or of multipart bodies, so that it cannot be read with certainty. The connection is closed.',
    action:
      'Use an HTTP library. Send each of Host, Authorization, Content-Type and Content-Length once, and never Content-Length together with Transfer-Encoding.',
    retry: 'no',
    detail: 'The multipart body cannot be read: it is cut off or malformed.',
  },
  missing_credentials: {
    meaning: 'The request carries no credential.',
    action: 'Send `Authorization: Bearer <API key>` with every request.',
    retry: 'no',
    detail: 'Send an API key as `Authorization: Bearer <key>`.',
  },
  invalid_credentials: {
    meaning:
      'The credential is unknown, mistyped, expired or revoked. The answer does not say which of them, so that nobody can probe keys.',
    action: 'Check that the whole key is sent. If it is, ask an admin of the organization for a new one.',
    retry: 'no',
    detail: 'The credential is not valid.',
  },
  token_expired: {
    meaning: 'The token or signed address was genuine and its time is over.',
    action: 'Get a new token with the refresh token, or ask for the record again to get a new address.',
    retry: 'no',
    detail: 'The address has expired. Ask for the document again.',
  },
  insufficient_scope: {
    meaning:
      'The credential is valid and lacks the scope that this operation needs. `required_scopes` names it.',
    action: 'Ask an admin of the organization for a credential with this scope.',
    retry: 'no',
    detail: 'This needs the scope patients:write.',
    extras: { required_scopes: ['patients:write'] },
  },
  forbidden: {
    meaning: 'The role of the person, or the kind of the credential, does not allow this operation.',
    action: 'Ask an admin of the organization to do it, or to change the role.',
    retry: 'no',
    detail: 'This needs the role admin.',
  },
  ip_not_allowed: {
    meaning: 'The API key may only be used from certain addresses, and this request came from another one.',
    action: 'Send requests from an address on the list of the key, or have the list changed by an admin.',
    retry: 'no',
    detail: 'The key may not be used from this address.',
  },
  reauthentication_required: {
    meaning:
      'Only in the portal: the person has to show again who they are, because their sign-in or last confirmation is older than 10 minutes.',
    action: 'Confirm with the password and second factor, or with a passkey, then do it again.',
    retry: 'no',
    detail: 'Confirm that it is you. This needs a confirmation of the last 10 minutes.',
  },
  not_found: {
    meaning: `There is no such path or record here. ${FOREIGN}`,
    action: 'Check the path and the id. Ids are case-sensitive and paths have no trailing slash.',
    retry: 'no',
    detail: 'There is no such resource.',
  },
  result_not_ready: {
    meaning: 'The order exists and has no result yet. `order_status` says how far it is.',
    action: 'Wait for the event `lab_result.created`, or ask again later.',
    retry: 'later',
    detail: 'This order has no result yet.',
    extras: { order_status: 'sent' },
  },
  method_not_allowed: {
    meaning: 'The path exists and does not have this method. HEAD and OPTIONS are not offered under /v1.',
    action: 'Use one of the methods in the header `Allow`.',
    retry: 'no',
    detail: 'The path does not have this method.',
  },
  not_acceptable: {
    meaning: 'The header Accept leaves out the only media type in which this can be answered.',
    action: 'Accept `application/json`, or leave the header away.',
    retry: 'no',
    detail: 'This can only be answered as application/json.',
  },
  request_timeout: {
    meaning:
      'The headers did not arrive within 10 seconds, a body of at most 1 MB did not arrive within 30 seconds, or nothing of a larger one arrived for 30 seconds.',
    action: 'Send the request again over a new connection.',
    retry: 'later',
    detail: 'The request body did not arrive in time.',
  },
  duplicate_external_id: {
    meaning: 'Another record of the organization has this `external_id`.',
    action: 'Look the record up by `external_id` and update it, or choose another one.',
    retry: 'no',
    detail: 'Another patient of this organization has this external id.',
    extras: taken('/external_id'),
  },
  duplicate_mrn: {
    meaning: 'Another patient of the organization has this `mrn`.',
    action: 'Look the patient up by `mrn`. It may be the same person.',
    retry: 'no',
    detail: 'Another patient of this organization has this MRN.',
    extras: taken('/mrn'),
  },
  duplicate_identifier: {
    meaning: 'Another patient of the organization has this identifier of the same system.',
    action: 'Look the patient up by `identifier=system|value`. It may be the same person.',
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
    meaning: 'There is a person with this e-mail address.',
    action: 'Use the account that exists, or another address.',
    retry: 'no',
    detail: 'There is a person with this e-mail address.',
    extras: taken('/email'),
  },
  patient_has_open_orders: {
    meaning: 'The patient has lab orders that are not finished. Their results would arrive for nobody.',
    action: 'Wait for the results or cancel the orders in the portal, then delete the patient.',
    retry: 'later',
    detail: 'The patient has lab orders that are not finished.',
  },
  invalid_state: {
    meaning: 'The record is in a state in which this operation is not possible.',
    action: 'Read the record again and act on its present state.',
    retry: 'no',
    detail: 'The webhook is not enabled.',
  },
  multiple_results: {
    meaning: 'The order has several results, so its id does not name one. `result_ids` names them.',
    action: 'Read each result by its own id.',
    retry: 'no',
    detail: 'This order has several results. Ask for one of them by its id.',
    extras: { result_ids: ['res_01m6dp7ygrebx90cqtv4fyp33d', 'res_01m6dp7ygsfk3vqy29a0mz5x8e'] },
  },
  idempotency_in_progress: {
    meaning: 'A request with the same Idempotency-Key is being worked on at this moment.',
    action: LATER,
    retry: 'later',
    detail: 'The first request with this Idempotency-Key is still running.',
    extras: { retry_after: 1 },
  },
  limit_reached: {
    meaning: 'The organization has as many records of this kind as it may have.',
    action: 'Remove one that is not needed, or ask the operator for more.',
    retry: 'no',
    detail: 'An organization has at most 20 webhooks.',
  },
  organisation_changed: {
    meaning:
      'The page that sent the request was shown for another organization than the one the person works in now, because they have switched in another tab. Only pages of the portal meet it.',
    action: 'Reload the page.',
    retry: 'no',
    detail: 'You switched to Example Clinic. Nothing was changed. Reload the page.',
  },
  length_required: {
    meaning: 'The request needs a body and announces none.',
    action: 'Send the body with `Content-Length`, or in chunks.',
    retry: 'no',
    detail: 'The request has no body; Content-Length is required.',
  },
  version_mismatch: {
    meaning: 'The record has changed since it was read: its version is not the one in `If-Match`.',
    action: 'Read the record again, apply the change to it, and send its new entity tag.',
    retry: 'no',
    detail: 'The record has changed since it was read.',
    extras: { current_version: 4 },
  },
  payload_too_large: {
    meaning: 'The body is larger than this path takes. `max_bytes` is the limit.',
    action: 'Send less. Documents over the limit of one form may fit another; see the upload forms.',
    retry: 'no',
    detail: 'The body is larger than 1048576 bytes.',
    extras: { max_bytes: 1_048_576 },
  },
  uri_too_long: {
    meaning: 'Path and query together are longer than 8,192 characters.',
    action: 'Send fewer or shorter query parameters.',
    retry: 'no',
    detail: 'The request target is longer than 8192 characters.',
  },
  unsupported_media_type: {
    meaning: 'The body has a media type, a charset or a content encoding that this path does not take.',
    action: 'Send JSON as `application/json` in UTF-8, uncompressed.',
    retry: 'no',
    detail: 'The body must be sent as application/json.',
  },
  unsupported_file_type: {
    meaning: 'The bytes are of a type that is not accepted, or not of the type that was declared.',
    action: 'Convert the file to one of the accepted types, for example PDF.',
    retry: 'no',
    detail: `Files of this type are not taken. Taken are: ${ACCEPTED_NAMES}.`,
  },
  range_not_satisfiable: {
    meaning: 'The header Range asks for bytes beyond the end of the document.',
    action: 'Read the size from `Content-Range` and ask again, or ask without Range.',
    retry: 'no',
    detail: 'The document has no bytes in this range.',
  },
  expectation_failed: {
    meaning: 'The header Expect asks for something other than `100-continue`.',
    action: 'Leave the header away.',
    retry: 'no',
    detail: 'The only expectation met here is 100-continue.',
  },
  misdirected_request: {
    meaning: 'The header Host names another server than this one.',
    action: 'Use the address that the operator has given, and check what a proxy in between sends as Host.',
    retry: 'no',
    detail: 'This server answers as clinic.example only.',
  },
  validation_failed: {
    meaning:
      'The body can be read and one or more of its fields are not acceptable. `errors` names all of them, each with a JSON pointer and a code.',
    action: 'Correct every field that `errors` names, then send the body again.',
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
    meaning: 'The Idempotency-Key was used before, for a request with another body.',
    action: 'Use a new key for each new request, and the old key only to repeat the same one.',
    retry: 'no',
    detail: 'This Idempotency-Key was used with another request body.',
  },
  patient_not_found: {
    meaning: `The body names a patient that does not exist here. ${FOREIGN}`,
    action: 'Check `patient_id`.',
    retry: 'no',
    detail: 'There is no such patient.',
    extras: {
      errors: [
        {
          pointer: '/patient_id',
          code: 'not_allowed',
          message: 'must be the id of a patient of this organization',
        },
      ],
    },
  },
  patient_not_active: {
    meaning: 'The patient record is inactive, so that nothing new is ordered for it.',
    action: 'Set `status` of the patient to `active` first, if that is right.',
    retry: 'no',
    detail: 'The patient record is not active.',
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
      'One or more tests cannot be ordered like this: unknown, inactive, or of another laboratory than the rest. `errors` names the items.',
    action: 'Look the tests up in the catalog and send one order per laboratory.',
    retry: 'no',
    detail: 'One or more tests cannot be ordered like this.',
    extras: {
      errors: [{ pointer: '/items/1/code', code: 'not_allowed', message: 'must name a test of the catalog' }],
    },
  },
  file_empty: {
    meaning: 'The file has no bytes.',
    action: 'Check how the file is read before it is sent.',
    retry: 'no',
    detail: 'The file is empty.',
    extras: {
      errors: [{ pointer: '/file', code: 'too_short', message: 'must hold at least one byte' }],
    },
  },
  checksum_mismatch: {
    meaning: 'The bytes that arrived do not have the SHA-256 that was announced. Nothing was stored.',
    action: 'Send the file again. If it happens twice, check how the checksum is computed.',
    retry: 'later',
    detail: 'The bytes received do not have the SHA-256 that was given.',
  },
  rate_limited: {
    meaning: 'More requests arrived than the limit allows. The header `RateLimit` tells what is left.',
    action: LATER,
    retry: 'later',
    detail: 'The limit of 600 requests in 60 seconds is used up.',
    extras: { retry_after: 17 },
  },
  headers_too_large: {
    meaning: 'The headers are larger than 16 KiB, or there are more than 200 of them.',
    action: HEADERS,
    retry: 'no',
    detail: 'The headers exceed 16 KiB.',
  },
  internal_error: {
    meaning: 'Something went wrong on our side. A write that was answered like this was not carried out.',
    action: 'Try again. If it stays, tell the operator the `request_id`.',
    retry: 'later',
    detail: 'Something went wrong on our side. The request id helps us to find it.',
  },
  content_unavailable: {
    meaning: 'The file of the document is missing, cannot be read, or has another size than was filed.',
    action: 'Tell the operator the `request_id`. The file can be restored from a backup.',
    retry: 'later',
    detail: 'The file of this document cannot be read. The request id helps the operator to find it.',
  },
  unavailable: {
    meaning: 'The service is busy, starting, or cannot use its database or its document store.',
    action: LATER,
    retry: 'later',
    detail: 'The service cannot reach its database. Try again.',
    extras: { retry_after: 2 },
  },
  storage_full: {
    meaning: 'There is no room left for documents. Everything else works.',
    action: 'Tell the operator. Keep the file and send it again later.',
    retry: 'later',
    detail: 'There is no room left for documents.',
  },
};

/** The error that stands for the code in documentation. */
export const exampleOf = (code: ErrorCode): DomainError =>
  new DomainError(code, GUIDE[code].detail, GUIDE[code].extras);

export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(GUIDE, word);
