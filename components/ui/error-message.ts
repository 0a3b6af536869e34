/**
 * Converts an error (tRPC error or problem+json body) into a sentence with cause and next step, plus one message per
 * field. It is independent of resources: `detail` of the server is used where it is more specific.
 */
import { formatDate } from '../format/dates';
import { formatBytes } from '../format/numbers';

export interface Problem {
  code: string;
  detail?: string | undefined;
  errors?:
    | { pointer?: string; parameter?: string; code: string; message: string; predicate?: string }[]
    | undefined;
  request_id?: string | undefined;
  max_bytes?: number | undefined;
  retry_after?: number | undefined;
  patient_ids?: string[] | undefined;
  /** Who reviewed it first, and when. */
  reviewed?: Reviewed | undefined;
  outdated?: boolean | undefined;
}

interface Reviewed {
  act: 'signed' | 'seen';
  by: string;
  by_name: string | null;
  at: string;
}

export interface ShownField {
  pointer: string;
  message: string;
  /** The message without the API's name of the field: "must be at least 5". */
  predicate?: string | undefined;
}

export interface ShownError {
  code: string;
  sentence: string;
  /** The text of the server. */
  detail: string | null;
  fields: ShownField[];
  reviewed: Reviewed | null;
  /** Another user changed the record, and only reloading the page helps. */
  isOutdated: boolean;
  requestId: string | null;
  /** The patient whose restricted chart must be opened first. */
  restrictedPatientId: string | null;
}

/** The result of loading a part of a page. */
export type Loaded<T> = { value: T; error: null } | { value: null; error: ShownError };

const SENTENCES: Record<string, string> = {
  missing_credentials: 'You are signed out. Your input is kept. Sign in again to continue.',
  invalid_credentials: 'You are signed out. Your input is kept. Sign in again to continue.',
  token_expired: 'You are signed out. Your input is kept. Sign in again to continue.',
  forbidden: 'Your role does not allow this. Ask an administrator of your organization.',
  insufficient_scope: 'Your role does not allow this. Ask an administrator of your organization.',
  chart_restricted:
    'This chart is restricted. Open the chart and state a reason, then try again. Nothing was changed.',
  reauthentication_required: 'Your identity was not confirmed. Nothing was changed.',
  not_found: 'The record was deleted, or you do not have access.',
  duplicate_mrn: 'Another patient already has this MRN. Search for it before you create a new record.',
  duplicate_identifier:
    'Another patient already has this identifier. Search for it before you create a new record.',
  patient_not_active: 'This patient is inactive. Activate the record first.',
  test_not_orderable: 'One of the tests cannot be ordered now. Remove it or choose another.',
  version_mismatch: 'Another user or window changed this record. Reload to see the latest version.',
  idempotency_in_progress: 'The same request is still running. Wait a moment before you try again.',
  idempotency_key_reused:
    'An earlier attempt was saved, without your latest changes. Check it before you try again.',
  unsupported_file_type:
    'Unsupported file type. Use PDF, JPEG, PNG, TIFF, HEIC, GIF, WEBP, DICOM, text, RTF, DOC, DOCX, ODT, XLSX, HTML or C-CDA.',
  file_empty: 'The file is empty. Choose another file.',
  file_unreadable: 'The file was changed, moved or deleted after you chose it. Choose it again.',
  checksum_mismatch: 'The file changed during the upload. Upload it again.',
  storage_full: 'The server has no space left for documents. Contact your administrator.',
  unavailable: 'The service is unavailable. Try again in a minute.',
  internal_error: 'Something failed on our side. Nothing was saved. Try again.',
  content_unavailable:
    'The file of this document cannot be read. Your administrator can restore it from a backup.',
};

/** After a request without a response. */
export const unreachable = (): string =>
  // The server, which renders some errors, has no network state.
  typeof navigator !== 'undefined' && navigator.onLine === false
    ? 'You are offline. Try again when you are reconnected.'
    : 'The server could not be reached. Check the connection and try again.';

/** Errors after which the change may have been made. */
const OUTCOME_UNKNOWN = new Set(['network', 'unavailable', 'internal_error', 'idempotency_in_progress']);
export const isOutcomeUnknown = (code: string): boolean => OUTCOME_UNKNOWN.has(code);

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'string'
  );
}

interface DomainCause {
  isDomainError: true;
  code: string;
  message: string;
  extras?: Partial<Problem>;
}

function domainCause(thrown: unknown): DomainCause | null {
  const cause = (thrown as { cause?: Partial<DomainCause> } | null)?.cause;
  return cause?.isDomainError ? (cause as DomainCause) : null;
}

/** Extracts the problem from a tRPC error, a problem body or a lost connection. */
export function problemOf(thrown: unknown): Problem {
  const data = (thrown as { data?: { problem?: unknown } } | null)?.data;
  if (data && isProblem(data.problem)) return data.problem;
  // Thrown by the server-side caller: `code` of the wrapper is tRPC's, that of the domain is in the cause.
  const cause = domainCause(thrown);
  if (cause) return { code: cause.code, detail: cause.message, ...cause.extras };
  if (isProblem(thrown) && thrown.code === thrown.code.toLowerCase()) return thrown;
  // A tRPC error without a response from the server has no `data`: the network failed.
  if ((thrown as { name?: unknown } | null)?.name === 'TRPCClientError' && !data) return { code: 'network' };
  return { code: 'internal_error' };
}

function sentenceOf(problem: Problem): string {
  if (problem.code === 'network') return unreachable();
  if (problem.code === 'payload_too_large') {
    const limit = problem.max_bytes ? ` The limit is ${formatBytes(problem.max_bytes)}.` : '';
    return `The file is too large.${limit} Split it or lower the resolution.`;
  }
  if (problem.code === 'validation_failed') {
    // Entries of a list, such as redirect URIs, are of one field, unlike the answers of a test.
    const wrong = new Set(
      problem.errors?.map(({ pointer = '' }) => pointer.replace(/^(\/[^/]+)\/\d+$/, '$1')),
    ).size;
    return wrong === 1
      ? 'Fix 1 field to continue.'
      : wrong > 1
        ? `Fix ${wrong} fields to continue.`
        : 'Fix the fields below to continue.';
  }
  if (problem.code === 'rate_limited') {
    const seconds = problem.retry_after ?? 60;
    return `Too many requests in a short time. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  }
  return SENTENCES[problem.code] ?? problem.detail ?? 'Something went wrong. Nothing was saved.';
}

/** Rules that the API states by the names of standards. */
const INSTRUCTIONS: Record<string, string> = {
  'must be an email address': 'Enter a valid email address. Example: name@example.com',
  'must be an ISO 3166-1 alpha-2 code': 'Enter a two-letter country code. Example: US',
  'must be an IANA name such as Europe/Berlin': 'Select a time zone from the list.',
  'already belongs to a member of the organization':
    'This email already belongs to a member of the organization.',
  'must be a BCP 47 language tag': 'Enter a language code. Example: en or pt-BR',
};

/** Of the server's messages: instructions for people, and dates and numbers as on screen. */
function shownMessage({
  message,
  predicate,
}: NonNullable<Problem['errors']>[number]): Omit<ShownField, 'pointer'> {
  if (predicate === undefined) return { message };
  const instruction = INSTRUCTIONS[predicate];
  if (instruction) return { message: instruction };
  const asOnScreen = (text: string) =>
    text
      .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate)
      .replaceAll(/(?<=\bat (?:most|least) )\d{4,}\b(?!-)/g, (digits) => Number(digits).toLocaleString('en'));
  return { message: asOnScreen(message), predicate: asOnScreen(predicate) };
}

/** A value that breaks several rules has one error: fixing the first usually fixes the others. */
const firstOfEach = (fields: ShownField[]): ShownField[] =>
  fields.filter(({ pointer }, at) => fields.findIndex((field) => field.pointer === pointer) === at);

export function shownError(thrown: unknown): ShownError {
  const problem = problemOf(thrown);
  return {
    code: problem.code,
    sentence: sentenceOf(problem),
    detail: problem.detail ?? null,
    fields: firstOfEach(
      (problem.errors ?? []).map((error) => ({
        pointer: error.pointer ?? error.parameter ?? '',
        ...shownMessage(error),
      })),
    ),
    reviewed: problem.reviewed ?? null,
    isOutdated: problem.outdated === true || problem.code === 'version_mismatch',
    requestId: problem.request_id ?? null,
    restrictedPatientId: (problem.code === 'chart_restricted' && problem.patient_ids?.[0]) || null,
  };
}
