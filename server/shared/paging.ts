import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { deriveSecrets } from '../env';
import type { Context } from './context';
import { DomainError } from '../errors/domain-error';

/**
 * Keyset paging. A cursor is encrypted, because it contains sort values such as a family name and appears in URLs and
 * logs. It is bound to organization, list, filters and sort, so that it cannot be forged or used for another list.
 */
export type CursorValue = string | number | null;

export interface Page<Row> {
  limit: number;
  /** Sort values of the previous page's last row; null on the first page. */
  after: CursorValue[] | null;
  /**
   * Builds the response from up to `limit + 1` rows.
   * @param stay for lists that grow at their end: ensures that there is always a cursor, this one if there are no rows
   * @param most number of rows on the page, if it is shorter than its limit
   */
  close<Item>(
    rows: Row[],
    key: (row: Row) => CursorValue[],
    present: (row: Row) => Item,
    options?: { stay?: CursorValue[] | undefined; most?: number },
  ): { object: 'list'; data: Item[]; has_more: boolean; next_cursor: string | null };
}

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  include?: unknown;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

let secrets: { keys: [Buffer, ...Buffer[]]; iv: Buffer } | undefined;
const cursorSecrets = () =>
  (secrets ??= { keys: deriveSecrets('cursor'), iv: deriveSecrets('cursor-iv')[0] });

/**
 * @param listName part of each cursor: rename it when the sort values change, so that earlier cursors are rejected
 * @throws DomainError `invalid_cursor` if the cursor does not belong to this list
 */
export function openPage<Row>(ctx: Context, listName: string, input: ListInput): Page<Row> {
  // Page size and counting may change from page to page; filters may not.
  const { limit, cursor, include: _, ...query } = input;
  const binding = createHash('sha256')
    .update(
      JSON.stringify([ctx.actor.orgId, listName, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))]),
    )
    .digest('base64url');
  return {
    limit,
    after: cursor === undefined ? null : read(cursor, binding),
    close(rows, key, present, { stay, most = limit } = {}) {
      const has_more = rows.length > most;
      const shown = has_more ? rows.slice(0, most) : rows;
      const last = shown.at(-1);
      const next = has_more || stay ? (last === undefined ? stay : key(last)) : undefined;
      return {
        object: 'list',
        data: shown.map(present),
        has_more,
        next_cursor: next ? write(next, binding) : null,
      };
    },
  };
}

/** Deterministic, so that an unchanged page can return 304: the nonce is derived from the plain text. */
function write(values: CursorValue[], binding: string): string {
  const {
    keys: [key],
    iv: secret,
  } = cursorSecrets();
  const text = JSON.stringify(values);
  const iv = createHmac('sha256', secret).update(binding).update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(binding));
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function read(cursor: string, binding: string): CursorValue[] {
  const bytes = Buffer.from(cursor, 'base64url');
  // The decoder ignores invalid base64url, but only the canonical spelling is accepted.
  const isCanonical = bytes.length > IV_BYTES + TAG_BYTES && bytes.toString('base64url') === cursor;
  for (const key of isCanonical ? cursorSecrets().keys : []) {
    const text = decrypted(bytes, key, binding);
    if (text !== null) return JSON.parse(text) as CursorValue[];
  }
  throw new DomainError(
    'invalid_cursor',
    'The cursor was modified, or belongs to another list or other filters. Start from the first page.',
    {
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_format',
          message: 'must be the next_cursor of the previous page, with the same filters and sort',
        },
      ],
    },
  );
}

/** Null if the bytes were encrypted with another key or for another list. */
function decrypted(bytes: Buffer, key: Buffer, binding: string): string | null {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(binding))
    .setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]).toString();
  } catch {
    return null;
  }
}

/** Exact up to 10,000; beyond that the response marks the count as capped. */
export const COUNT_CAP = 10_000;

export function totalCount(count: number): { total_count: number; total_count_capped?: boolean } {
  return count > COUNT_CAP ? { total_count: COUNT_CAP, total_count_capped: true } : { total_count: count };
}
