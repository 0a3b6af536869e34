import pg from 'pg';

/** Captures the statements an operation sends and asks PostgreSQL for plan, rows and time. */

export interface Sent {
  text: string;
  /** Of a prepared statement, planned once for all values. */
  name?: string;
  values: unknown[];
}

/** Runs `work` and returns the selects sent on any connection of the process. */
export async function watched(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [
      string | { text?: string; name?: string; values?: unknown[] },
      unknown[] | undefined,
    ];
    const text = typeof config === 'string' ? config : (config.text ?? '');
    if (/^\s*select/i.test(text) && / from /i.test(text))
      sent.push({
        text,
        ...(typeof config === 'object' && config.name ? { name: config.name } : {}),
        values:
          (Array.isArray(values) ? values : typeof config === 'object' ? config.values : undefined) ?? [],
      });
    return query.apply(this, args);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = query as typeof prototype.query;
  }
  return sent;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

export interface Plan {
  nodes: Node[];
  indexes: string[];
  /** Tables read completely. */
  scanned: string[];
  /** Rows of the largest sort. */
  sorted: number;
  /** Rows read and discarded. */
  discarded: number;
  milliseconds: number;
}

/** A value of a statement as text, arrays in the notation of Postgres. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}` : String(value);

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/**
 * Plans the statement as the app's role inside the organization: prepared ones with the generic plan, others with the
 * plan for their values.
 */
export async function explain(client: pg.Client, orgId: string, { text, name, values }: Sent): Promise<Plan> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT set_config('clinical.org_id', '${orgId}', true)`);
    let [asked, given] = [text, values];
    if (name) {
      await client.query(`SET LOCAL plan_cache_mode = force_generic_plan`);
      await client.query(`PREPARE one AS ${text}`);
      const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(textOf(value))));
      [asked, given] = [`EXECUTE one${literals.length > 0 ? ` (${literals.join(', ')})` : ''}`, []];
    }
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node; 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${asked}`,
      given,
    );
    if (name) await client.query('DEALLOCATE one');
    const [{ Plan: top, 'Execution Time': milliseconds }] = rows[0]!['QUERY PLAN'] as [
      { Plan: Node; 'Execution Time': number },
    ];
    const nodes = flat(top);
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
    const read = (node: Node) => node['Actual Rows'] * node['Actual Loops'];
    const sum = (count: (node: Node) => number) => nodes.reduce((total, node) => total + count(node), 0);
    return {
      nodes,
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
      scanned: nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [],
      ),
      sorted: Math.max(0, ...sorts.map((node) => Math.max(...(node.Plans ?? []).map(read)))),
      discarded: sum(
        (node) =>
          ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
          node['Actual Loops'],
      ),
      milliseconds,
    };
  } finally {
    await client.query('ROLLBACK');
  }
}
