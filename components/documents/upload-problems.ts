/** Codes of errors of an upload. */

/** Temporary errors of network and server. */
export const RETRIED = ['network', 'unavailable', 'request_timeout'];
/** A retry of the same file would fail again. */
export const FINAL = [
  'unsupported_file_type',
  'payload_too_large',
  'file_empty',
  'file_unreadable',
  'forbidden',
  'insufficient_scope',
  'not_found',
  'patient_not_found',
];
