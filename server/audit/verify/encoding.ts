import { createHash, hash } from 'node:crypto';

/**
 * The verifier's own implementation of docs/audit-encoding.md, based on PostgreSQL's text output (time zone UTC,
 * DateStyle ISO). Shares no code with the sealer.
 */

/** Columns of `audit_events` in encoding order, all read as text. */
export const ROW_COLUMNS = [
  'org_id',
  'txid',
  'id',
  'at',
  'actor',
  'transport',
  'action',
  'kind',
  'outcome',
  'code',
  'object_kind',
  'object_id',
  'patient_ids',
  'request_id',
  'ip',
  'detail',
] as const;

export type RowText = Record<(typeof ROW_COLUMNS)[number], string | null>;

export interface SealText {
  org_id: string;
  number: string;
  sealed_at: string;
  first_txid: string;
  first_id: string;
  last_txid: string;
  last_id: string;
  row_count: string;
  row_hashes: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
}

export const ZERO_HASH = Buffer.alloc(32);

export function rowHash(row: RowText): Buffer {
  return digest(
    'clinical audit row 1',
    ROW_COLUMNS.map((name) => (name === 'at' && row.at !== null ? milliseconds(row.at) : row[name])),
  );
}

export function sealHash(seal: SealText): Buffer {
  return digest('clinical audit seal 1', [
    seal.org_id,
    seal.number,
    milliseconds(seal.sealed_at),
    seal.first_txid,
    seal.first_id,
    seal.last_txid,
    seal.last_id,
    seal.row_count,
    createHash('sha256').update(seal.row_hashes).digest('hex'),
    seal.previous_hash.toString('hex'),
  ]);
}

function digest(title: string, fields: (string | null)[]): Buffer {
  let text = `${title}\n`;
  for (const value of fields) text += value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`;
  return Buffer.from(hash('sha256', text, 'hex'), 'hex'); // from Node's pool: a separate allocation per hash is slower
}

const INSTANT = /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/;

/** `2026-11-21 21:51:05.123+00` → `1795297865123`. Anything else stays unchanged, and so matches no hash. */
export function milliseconds(text: string): string {
  if (text === 'infinity') return 'Infinity';
  if (text === '-infinity') return '-Infinity';
  const match = INSTANT.exec(text);
  if (!match) return text;
  const [, year, month, day, hour, minute, second, fraction = ''] = match as unknown as string[];
  const whole =
    Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!) + +fraction.slice(0, 3).padEnd(3, '0');
  const rest = fraction.slice(3).replace(/0+$/, '');
  return rest ? `${whole}.${rest}` : String(whole);
}
