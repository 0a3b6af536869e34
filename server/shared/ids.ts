import { TypeID } from 'typeid-js';
import { DomainError } from '../errors/domain-error';

/**
 * Identifiers are TypeIDs: `<prefix>_<26 characters>`, a UUIDv7 (RFC 9562) in Crockford base32, stored as `uuid`. They
 * sort by creation time, so they also serve as paging keys. Knowing an ID never grants access.
 */
export const PREFIX = {
  organization: 'org',
  user: 'usr',
  api_key: 'key',
  patient: 'pat',
  patient_merge: 'mrg',
  lab_order: 'ord',
  lab_order_item: 'itm',
  order_set: 'set',
  lab_result: 'res',
  panel: 'pnl',
  observation: 'obs',
  catalog_test: 'tst',
  catalog: 'cat',
  catalog_import: 'imp',
  document: 'doc',
  webhook: 'wh',
  event: 'evt',
  delivery: 'dlv',
  audit_event: 'aud',
  request: 'req',
  upload: 'upl',
  session: 'ses',
  oauth_app: 'app',
  oauth_grant: 'grt',
  invitation: 'inv',
  password_reset: 'pwr',
  passkey: 'psk',
  delegation: 'dlg',
  lab_connection: 'lab',
  ingest_key: 'ing',
  lab_code: 'lcd',
  lab_provider: 'lpr',
  inbound_message: 'msg',
  inbound_report: 'rpt',
  outbound_message: 'out',
  inbound_patient_update: 'upd',
  inbound_document: 'idc',
  erasure: 'ers',
  export: 'exp',
  scim_token: 'sct',
  scim_group: 'scg',
  chart_access: 'cha',
} as const;

export type Kind = keyof typeof PREFIX;

/** A UUIDv7. */
export function newId(): string {
  return new TypeID('').toUUID();
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * UUID → `pat_…`. Not the TypeID library, because a page of results contains hundreds of IDs; a test compares the two.
 */
export function showId(kind: Kind, uuid: string): string {
  let text = `${PREFIX[kind]}_`;
  // 128 bits plus two leading zero bits are 26 characters of five bits.
  let buffer = 0;
  let bits = 2;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === 45) continue;
    buffer = ((buffer << 4) | (code < 58 ? code - 48 : code - 87)) & 0x1ff;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += ALPHABET[(buffer >> bits) & 31];
  }
  return text;
}

export function showIdOrNull(kind: Kind, uuid: string | null): string | null {
  return uuid === null ? null : showId(kind, uuid);
}

const SHAPE = /^([a-z]{2,3})_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

/** `pat_…` → UUID; null if the text is not an ID of that kind. */
export function readId(kind: Kind, text: string): string | null {
  const match = SHAPE.exec(text);
  if (match?.[1] !== PREFIX[kind]) return null;
  try {
    return TypeID.fromString(text).toUUID();
  } catch {
    // 128 bits, but not an RFC 9562 UUID, so not one of our IDs.
    return null;
  }
}

/** Parses an ID in a path. A malformed ID is `not_found`, like an unknown one. */
export function pathId(kind: Kind, text: string): string {
  const uuid = readId(kind, text);
  if (!uuid) throw notFound();
  return uuid;
}

export function notFound(): DomainError {
  return new DomainError('not_found', 'The resource does not exist.');
}

export function idTime(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

/** The smallest UUIDv7 of a millisecond; for times before 1970, of the first one. */
export function lowestIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

export const newRequestId = (): string => showId('request', newId());
