import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../env';
import type { Context } from './context';
import { DomainError } from './errors';

/**
 * Pages by keyset. A cursor is opaque and signed, and bound to the organisation, the list, its filters and its sort,
 * so that it can neither be made up nor carried to another list.
 */
export type CursorValue = string | number | null;

export interface Page<Row> {
  limit: number;
  /** Sort values of the last row of the page before; null on the first page. */
  after: CursorValue[] | null;
  /**
   * Takes up to `limit + 1` rows and makes the members of the list answer.
   * @param stay for lists that grow at their end: there is always a cursor, this one while there is no row
   */
  close<Item>(
    rows: Row[],
    key: (row: Row) => CursorValue[],
    present: (row: Row) => Item,
    stay?: CursorValue[],
  ): { object: 'list'; data: Item[]; has_more: boolean; next_cursor: string | null };
}

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  include?: unknown;
}

let secret: Buffer | undefined;
const sign = (text: string) =>
  createHmac('sha256', (secret ??= deriveSecret('cursor')))
    .update(text)
    .digest()
    .subarray(0, 16);

/** @throws DomainError `invalid_cursor` when the cursor is not one of this list. */
export function openPage<Row>(ctx: Context, listName: string, input: ListInput): Page<Row> {
  // How much is shown and counted may change from page to page; what is listed may not.
  const { limit, cursor, include: _, ...query } = input;
  const binding = createHash('sha256')
    .update(
      JSON.stringify([ctx.actor.orgId, listName, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))]),
    )
    .digest('base64url');
  return {
    limit,
    after: cursor === undefined ? null : read(cursor, binding),
    close(rows, key, present, stay) {
      const has_more = rows.length > limit;
      const shown = has_more ? rows.slice(0, limit) : rows;
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

function write(values: CursorValue[], binding: string): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${text}.${sign(text + binding).toString('base64url')}`;
}

function read(cursor: string, binding: string): CursorValue[] {
  const [text = '', signature = ''] = cursor.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(text + binding);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new DomainError('invalid_cursor', 'The cursor does not belong to this list with these filters.', {
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_format',
          message: 'must be the next_cursor of the page before, with the same filters and sort',
        },
      ],
    });
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as CursorValue[];
}

/** Exact up to 10,000; beyond that the count says that it stopped. */
export const COUNT_CAP = 10_000;

export function totalCount(count: number): { total_count: number; total_count_capped?: boolean } {
  return count > COUNT_CAP ? { total_count: COUNT_CAP, total_count_capped: true } : { total_count: count };
}
