import { TypeID } from 'typeid-js';
import { DomainError } from '../../errors/domain-error';

/**
 * Identifiers: TypeID, `<prefix>_<26 characters>`, the 26 being a UUIDv7 (RFC 9562) in Crockford base32. Shown as
 * text, stored as `uuid`. They sort by creation time and so are the paging key. Never a permission by themselves.
 */
export const PREFIX = {
  organisation: 'org',
  user: 'usr',
  api_key: 'key',
  patient: 'pat',
  lab_order: 'ord',
  lab_order_item: 'itm',
  lab_result: 'res',
  panel: 'pnl',
  observation: 'obs',
  catalog_test: 'tst',
  catalog: 'cat',
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
} as const;

export type Kind = keyof typeof PREFIX;

/** New id as a plain `uuid` (version 7). */
export function newId(): string {
  return new TypeID('').toUUID();
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `uuid` → `pat_…`. Written out, because a page of results shows hundreds of ids; a test holds it to TypeID's own. */
export function showId(kind: Kind, uuid: string): string {
  let text = `${PREFIX[kind]}_`;
  // 128 bits and two zero bits in front of them are 26 letters of five bits.
  let held = 0;
  let bits = 2;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === 45) continue;
    held = ((held << 4) | (code < 58 ? code - 48 : code - 87)) & 0x1ff;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += ALPHABET[(held >> bits) & 31];
  }
  return text;
}

export function showIdOrNull(kind: Kind, uuid: string | null): string | null {
  return uuid === null ? null : showId(kind, uuid);
}

const SHAPE = /^([a-z]{2,3})_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

/** `pat_…` → `uuid`; null when the text is not an id of that kind. */
export function readId(kind: Kind, text: string): string | null {
  const match = SHAPE.exec(text);
  if (match?.[1] !== PREFIX[kind]) return null;
  try {
    return TypeID.fromString(text).toUUID();
  } catch {
    // 128 bits that are no RFC 9562 UUID: nothing of ours has such an id.
    return null;
  }
}

/** Id from a path: anything that is not one of this kind is simply not found, so that it tells nothing. */
export function pathId(kind: Kind, text: string): string {
  const uuid = readId(kind, text);
  if (!uuid) throw notFound();
  return uuid;
}

export function notFound(): DomainError {
  return new DomainError('not_found', 'There is no such resource.');
}

/** Creation time inside a UUIDv7, in milliseconds since 1970 (UTC). */
export function idTime(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

/** The smallest UUIDv7 of a millisecond; of the first one for all that lies before 1970. */
export function lowestIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

export const newRequestId = (): string => showId('request', newId());
