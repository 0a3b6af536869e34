/**
 * The hash of a row and of a seal, computed by PostgreSQL for the sealer: docs/audit-encoding.md in SQL. The verifier
 * has a separate implementation (`verify/encoding.ts`) on purpose, so that an error in one is detected by the other.
 */

/** Every column of `audit_events`, in encoding order. A test compares it with the database catalog. */
const ROW_FIELDS = [
  'e.org_id::text',
  'e.txid::text',
  'e.id::text',
  milliseconds('e.at'),
  'e.actor',
  'e.transport',
  'e.action',
  'e.kind',
  'e.outcome',
  'e.code',
  'e.object_kind',
  'e.object_id::text',
  'e.patient_ids::text',
  'e.request_id',
  'e.ip',
  'e.detail::text',
];

const SEAL_FIELDS = [
  's.org_id::text',
  's.number::text',
  milliseconds('s.sealed_at'),
  's.first_txid::text',
  's.first_id::text',
  's.last_txid::text',
  's.last_id::text',
  's.row_count::text',
  "encode(sha256(s.row_hashes), 'hex')",
  "encode(s.previous_hash, 'hex')",
];

/** Numeric, so that years, infinities and time zones are unambiguous. */
function milliseconds(column: string): string {
  return `trim_scale(extract(epoch from ${column}) * 1000)::text`;
}

/** Length, colon, text, comma; `-,` is null. One `concat`, because a chain of `||` copies the text at each step. */
const field = (text: string): string => `coalesce(octet_length(${text}) || ':' || ${text} || ',', '-,')`;

const digest = (title: string, fields: string[]): string =>
  `sha256(convert_to(concat('${title}', chr(10), ${fields.map(field).join(', ')}), 'UTF8'))`;

/** SHA-256 (`bytea`) of the row `e` of `audit_events`. */
export const ROW_HASH = digest('clinical audit row 1', ROW_FIELDS);

/** SHA-256 (`bytea`) of the seal `s` of `audit_seals`. */
export const SEAL_HASH = digest('clinical audit seal 1', SEAL_FIELDS);
