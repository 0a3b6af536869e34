import { sentencesOf } from '../../data-types/audit-action-codes';
import type { ErrorCode } from '../../errors/domain-error';
import type { OAuthCode } from '../../errors/oauth-error';

/** Shared with the browser: no zod here. */

/** Saved filters of one user. */
export const MOST_FILTERS = 20;
/** Characters. */
export const MAX_FILTER_NAME = 80;

/** Actions that check a password: their invalid input may be an attempt to guess it, so it counts as denied. */
export const PASSWORD_ACTIONS: readonly string[] = ['change_password'];

type AuditCode = ErrorCode | OAuthCode;

/** Of missing permission: the action was denied. With any other code it failed, whatever outcome is stored. */
const DENYING = [
  'missing_credentials',
  'invalid_credentials',
  'token_expired',
  'insufficient_scope',
  'forbidden',
  'ip_not_allowed',
  'chart_restricted',
  'access_denied',
  'unauthorized_client',
  'invalid_client',
  'invalid_grant',
  'login_required',
  'consent_required',
] as const satisfies readonly AuditCode[];
export const DENIAL_CODES: readonly string[] = DENYING;

export const isDenial = (action: string, code: string | null): boolean =>
  code !== null &&
  (DENIAL_CODES.includes(code) || (code === 'validation_failed' && PASSWORD_ACTIONS.includes(action)));

/** The user was asked to confirm their identity and may then continue: neither denied nor failed. */
export const PROMPT_CODE = 'reauthentication_required' satisfies AuditCode;

/** After "denied," or "failed,". */
export const CODE_WORDS: Readonly<Record<AuditCode, string>> = {
  invalid_json: 'invalid JSON',
  invalid_parameter: 'invalid parameter',
  unknown_parameter: 'unknown parameter',
  invalid_cursor: 'unknown page',
  invalid_request: 'invalid request',
  missing_credentials: 'no credentials',
  invalid_credentials: 'invalid credentials',
  token_expired: 'credentials expired',
  insufficient_scope: 'missing permission',
  forbidden: 'missing permission',
  ip_not_allowed: 'address not allowed',
  chart_restricted: 'chart restricted',
  reauthentication_required: 'identity not confirmed',
  not_found: 'not found',
  result_not_ready: 'result not ready',
  method_not_allowed: 'method not allowed',
  not_acceptable: 'response format not available',
  request_timeout: 'request incomplete',
  duplicate_external_id: 'external ID already used',
  duplicate_mrn: 'MRN already used',
  duplicate_identifier: 'identifier already used',
  duplicate_slug: 'short name already used',
  duplicate_email: 'email address already used',
  patient_has_open_orders: 'patient has open orders',
  invalid_state: 'not possible at that time',
  multiple_results: 'several results',
  idempotency_in_progress: 'same request in progress',
  limit_reached: 'limit reached',
  organisation_changed: 'organization changed',
  length_required: 'length missing',
  version_mismatch: 'record changed since it was read',
  payload_too_large: 'request too large',
  uri_too_long: 'address too long',
  unsupported_media_type: 'unsupported content type',
  unsupported_file_type: 'unsupported file type',
  range_not_satisfiable: 'invalid range',
  expectation_failed: 'unsupported Expect header',
  misdirected_request: 'wrong host',
  validation_failed: 'invalid input',
  idempotency_key_reused: 'idempotency key reused',
  patient_not_found: 'patient not found',
  patient_not_active: 'record not active',
  test_not_orderable: 'test not orderable',
  file_empty: 'empty file',
  checksum_mismatch: 'checksum mismatch',
  rate_limited: 'rate limit exceeded',
  headers_too_large: 'headers too large',
  internal_error: 'internal error',
  content_unavailable: 'content unavailable',
  unavailable: 'service unavailable',
  storage_full: 'storage full',
  invalid_client: 'unknown or unauthenticated application',
  invalid_grant: 'invalid or expired code or token',
  invalid_scope: 'invalid scope',
  invalid_target: 'invalid target',
  unauthorized_client: 'not allowed for the application',
  unsupported_grant_type: 'unsupported grant type',
  unsupported_response_type: 'unsupported response type',
  unsupported_token_type: 'unsupported token type',
  request_not_supported: 'unsupported request parameter',
  request_uri_not_supported: 'unsupported request URI',
  access_denied: 'access denied',
  login_required: 'sign-in required',
  consent_required: 'consent required',
};

export const KIND_WORDS = {
  write: 'Changes',
  read: 'Views',
  list: 'Lists',
  download: 'Downloads',
  auth: 'Sign-ins and connections',
} as const;
export const OUTCOME_WORDS = {
  allowed: 'Allowed',
  refused: 'Denied',
  failed: 'Failed',
  prompted: 'Identity check requested',
} as const;

/** Views of the audit log. */
export const LOG_VIEWS: ReadonlySet<string> = new Set([
  'list_patient_access',
  'print_patient_access',
  'list_audit_entries',
]);

/** On a page of the access log of a patient. */
export const VISITS_PER_PAGE = 25;

/** Entries on a printout of the access log of a patient. */
export const MOST_PRINTED = 2_000;

/** Without access granted, the object is the application instead of the grant. */
const NO_GRANT: Readonly<Record<string, string>> = {
  authorize_again: 'was asked for access by an application',
  decide_consent: 'denied access to an application',
};

/** With the state after the operation, if the entry has it. */
const SWITCHED: Readonly<Record<string, readonly [on: string, off: string]>> = {
  set_webhook_enabled: ['resumed a webhook', 'paused a webhook'],
  set_orders_paused: ['resumed the sending of orders', 'paused the sending of orders'],
  set_chart_restriction: ['restricted the chart', 'lifted the restriction of the chart'],
};

interface Attempt {
  action: string;
  outcome: keyof typeof OUTCOME_WORDS;
  code: string | null;
  object?: { id: string } | null;
  switched_on?: boolean | null;
  facts?: readonly { field: string; value: unknown }[];
}

/**
 * "opened the chart", "tried to open the chart: denied, missing permission", "tried to …: failed, invalid input" or "tried to …:
 * identity check requested".
 */
export function auditSentence({
  action,
  outcome,
  code,
  object,
  switched_on = null,
  facts = [],
}: Attempt): string {
  // An unknown action is shown, never hidden.
  const [done, attempted] = sentencesOf(action) ?? [`performed ${action}`, `perform ${action}`];
  const switched = SWITCHED[action];
  if (outcome === 'allowed' && switched && switched_on !== null) return switched[switched_on ? 0 : 1];
  if (outcome === 'allowed') return object?.id.startsWith('app_') ? (NO_GRANT[action] ?? done) : done;
  if (outcome === 'prompted') return `tried to ${attempted}: identity check requested`;
  const result = outcome === 'refused' ? 'denied' : 'failed';
  const reason = code === null ? '' : `, ${reasonOfKey(facts) ?? reasonOf(action, code)}`;
  return `tried to ${attempted}: ${result}${reason}`;
}

/** Why a known key is not valid, which its sender is not told. */
const KEY_REASONS: Readonly<Record<string, string>> = {
  revoked: 'revoked',
  expired: 'expired',
  replaced: 'replaced by a new one',
};

function reasonOfKey(facts: NonNullable<Attempt['facts']>): string | null {
  const factOf = (name: string) => facts.find(({ field }) => field === name)?.value;
  const reason = KEY_REASONS[String(factOf('reason'))];
  const ending = factOf('key_ending');
  return reason === undefined ? null : `key${ending ? ` ending in ${String(ending)}` : ''} ${reason}`;
}

function reasonOf(action: string, code: string): string {
  if (code === 'validation_failed' && PASSWORD_ACTIONS.includes(action))
    return 'incorrect or unacceptable password';
  return Object.hasOwn(CODE_WORDS, code) ? CODE_WORDS[code as keyof typeof CODE_WORDS] : code;
}

/** By the prefix of their IDs. */
const OBJECT_WORDS: Readonly<Record<string, string>> = {
  doc: 'Document',
  res: 'Lab report',
  ord: 'Lab order',
  set: 'Order set',
  upl: 'Unfiled upload',
  usr: 'User',
  dlg: 'Absence',
  inv: 'Invitation',
  org: 'Organization',
  key: 'API key',
  app: 'Application',
  grt: 'Connected application',
  wh: 'Webhook',
  dlv: 'Delivery',
  lab: 'Connection',
  ing: 'Connection key',
  msg: 'HL7 message',
  rpt: 'Received report',
  lcd: 'Laboratory code',
  lpr: 'Ordering provider',
  out: 'Message to a laboratory',
  upd: 'Hospital patient data',
  idc: 'Received document',
  cat: 'Test catalog',
  imp: 'Import of tests',
  ers: 'Certificate of erasure',
  exp: 'Export',
  evt: 'Event',
  itm: 'Ordered test',
  obs: 'Value of a lab report',
  sct: 'Provisioning token',
  scg: 'Provisioned group',
  tst: 'Test',
  ses: 'Session',
  pwr: 'Password reset',
  psk: 'Passkey',
  aud: 'Audit entry',
};

/** The kind of an object: "Lab report". */
export const objectWord = (id: string): string => OBJECT_WORDS[id.slice(0, id.indexOf('_'))] ?? 'Object';

/** Labels of fields that do not follow from their names. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  single_sign_on: 'Single sign-on',
  scopes: 'Permissions',
  ip_allow_list: 'Allowed addresses',
  rate_limit: 'Requests per minute',
  expires_at: 'Expires',
  replaced_by: 'New key',
  overlap_hours: 'Overlap',
  url: 'URL',
  redirect_uris: 'Redirect URIs',
  tls: 'TLS',
  'name.family': 'Family name',
  'name.given': 'Given name',
  mrn: 'MRN',
  loinc: 'LOINC code',
  npi: 'NPI',
  ucum: 'Unit',
  hl7_version: 'HL7 version',
  ca_certificate: 'CA certificate',
  mrn_authority: 'Assigning authority of the MRN',
  waiting_minutes: 'Processing time before an alert (minutes)',
  silence_hours: 'Silence before an alert (hours)',
};

/** Not of "A4" and "US Letter". */
export const lowerFirst = (words: string): string =>
  words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** "birth date", "MRN". */
export const fieldText = (field: string): string =>
  lowerFirst(FIELD_LABELS[field] ?? field.replaceAll(/[_.]/g, ' '));
