import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A search for a time as FHIR defines it: the range of the value, and how the stored time relates to it. */
export interface DateSearch {
  prefix: 'eq' | 'ge' | 'gt' | 'le' | 'lt';
  /** ISO instants; `end` is exclusive. */
  start: string;
  end: string;
}

/** For an exact time: bounds that an index of the column serves. */
export function instantIn(column: SQLWrapper, { prefix, start, end }: DateSearch): SQL {
  const from = sql`${column} >= ${start}::timestamptz`;
  const before = sql`${column} < ${end}::timestamptz`;
  switch (prefix) {
    case 'eq':
      return sql`(${from} and ${before})`;
    case 'ge':
      return from;
    case 'gt':
      return sql`${column} >= ${end}::timestamptz`;
    case 'lt':
      return sql`${column} < ${start}::timestamptz`;
    case 'le':
      return before;
  }
}

/**
 * For a time with a precision, which is a range as well: equal if the searched range contains it, greater or less if a
 * part of it is. A row without a time matches nothing.
 */
export function rangeIn(at: SQLWrapper, precision: SQLWrapper, { prefix, start, end }: DateSearch): SQL {
  const until = sql`(${at} + case ${precision} when 'year' then interval '1 year' when 'month' then interval '1 month' when 'day' then interval '1 day' else interval '1 millisecond' end)`;
  const inside = sql`(${at} >= ${start}::timestamptz and ${until} <= ${end}::timestamptz)`;
  const after = sql`${until} > ${end}::timestamptz`;
  const before = sql`${at} < ${start}::timestamptz`;
  switch (prefix) {
    case 'eq':
      return inside;
    case 'ge':
      return sql`(${after} or ${inside})`;
    case 'gt':
      return after;
    case 'lt':
      return before;
    case 'le':
      return sql`(${before} or ${inside})`;
  }
}
