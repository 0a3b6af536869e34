import type pg from 'pg';

export interface TableCount {
  name: string;
  rows: number;
  /** Rows have been deleted from it. */
  shrinks: boolean;
}

/** Unlogged tables are empty after a restore and left out. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, coalesce(s.n_tup_del, 0) > 0 as shrinks
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`;

/** Counts the rows of all tables in one snapshot. @param client a superuser, whom row-level security does not limit */
export async function countRows(client: pg.Client): Promise<TableCount[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows: tables } = await client.query<{ name: string; shrinks: boolean }>(TABLES);
    const counted: TableCount[] = [];
    for (const { name, shrinks } of tables) {
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
      counted.push({ name, rows: Number(rows[0]!.count), shrinks });
    }
    return counted;
  } finally {
    await client.query('COMMIT');
  }
}

interface Recorded {
  name: string;
  before: number;
  after: number;
  shrinks: boolean;
}

/** While a backup ends, rows may be added and removed at once, so the count may lie outside of both measurements. */
const SLACK_ROWS = 100;
const SLACK_SHARE = 0.1;

/** @returns one sentence for each table whose restored rows cannot be those of the backup */
export function compareCounts(recorded: readonly Recorded[], restored: readonly TableCount[]): string[] {
  const found = new Map(restored.map(({ name, rows }) => [name, rows]));
  return recorded.flatMap(({ name, before, after, shrinks }) => {
    const rows = found.get(name);
    if (rows === undefined) return [`${name} is missing.`];
    const [least, most] = [Math.min(before, after), Math.max(before, after)];
    const slack = shrinks && before !== after ? Math.max(SLACK_ROWS, most * SLACK_SHARE) : 0;
    if (rows >= least - slack && rows <= most + slack) return [];
    return [`${name} has ${rows} rows instead of ${least === most ? least : `${least} to ${most}`}.`];
  });
}
