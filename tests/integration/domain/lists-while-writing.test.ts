import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCatalogInput } from '../../../server/domain/catalog/contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import type { Context } from '../../../server/shared/context';
import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { newId, newRequestId, showId, type Kind } from '../../../server/shared/ids';
import { listLabOrdersInput } from '../../../server/domain/lab-orders/contract';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { listLabResultsInput } from '../../../server/domain/lab-results/contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { listWebhooksInput } from '../../../server/domain/webhooks/contract';
import { listWebhooks } from '../../../server/domain/webhooks/list-webhooks';
import { furnish, type Furnished } from '../../support/furnish';
import { seeded, type Random } from '../../support/random';

/**
 * Paging while rows are written: writers insert (some commit long after their row got its ID) and delete while a
 * reader pages. Every row that exists throughout is returned exactly once, and no row twice.
 */

interface Page {
  data: { id: string }[];
  next_cursor: string | null;
}

interface Walk {
  table: string;
  kind: Kind;
  sorts: (string | undefined)[];
  /** Columns that a copy of a row needs with new values. */
  fresh(random: Random): Record<string, unknown>;
  remove: string;
  page(ctx: Context, query: Record<string, string>): Promise<Page>;
}

let numbered = 0;
const number = () => `N${++numbered}`;

const WALKS: Walk[] = [
  {
    table: 'patients',
    kind: 'patient',
    sorts: [undefined, 'created_at', '-birth_date'],
    fresh: (random) => ({
      mrn: number(),
      external_id: null,
      birth_date: `19${10 + random.below(90)}-01-01`,
    }),
    remove: `UPDATE patients SET deleted_at = now(), deleted_by = 'system' WHERE org_id = $1 AND id = ANY($2)`,
    page: (ctx, query) => listPatients(ctx, listPatientsInput.parse(query)),
  },
  {
    table: 'lab_orders',
    kind: 'lab_order',
    sorts: [undefined, 'created_at', '-priority'],
    fresh: (random) => ({
      order_number: number(),
      external_id: null,
      priority: random.pick(['routine', 'urgent', 'asap', 'stat']),
    }),
    remove: 'DELETE FROM lab_orders WHERE org_id = $1 AND id = ANY($2)',
    page: (ctx, query) => listLabOrders(ctx, listLabOrdersInput.parse(query)),
  },
  {
    table: 'lab_results',
    kind: 'lab_result',
    sorts: [undefined, 'created_at', '-collected_at'],
    fresh: (random) => ({
      report_key: number(),
      collected_at: random.pick([null, '2026-01-01T08:00:00Z', '2026-01-02T08:00:00Z']),
    }),
    remove: 'DELETE FROM lab_results WHERE org_id = $1 AND id = ANY($2)',
    page: (ctx, query) => listLabResults(ctx, listLabResultsInput.parse(query)),
  },
  {
    table: 'documents',
    kind: 'document',
    sorts: [undefined, 'created_at'],
    fresh: () => ({}),
    remove: 'DELETE FROM documents WHERE org_id = $1 AND id = ANY($2)',
    page: (ctx, query) => listDocuments(ctx, listDocumentsInput.parse(query)),
  },
  {
    table: 'webhooks',
    kind: 'webhook',
    sorts: [undefined],
    fresh: () => ({}),
    remove: 'DELETE FROM webhooks WHERE org_id = $1 AND id = ANY($2)',
    page: (ctx, query) => listWebhooks(ctx, listWebhooksInput.parse(query)),
  },
  {
    table: 'catalog_tests',
    kind: 'catalog_test',
    sorts: [undefined, '-name'],
    fresh: (random) => ({ code: number(), name: random.pick(['Alpha', 'beta', 'BETA', 'Gamma', 'DELTA']) }),
    remove: 'DELETE FROM catalog_tests WHERE org_id = $1 AND id = ANY($2)',
    page: (ctx, query) => listCatalog(ctx, listCatalogInput.parse(query)),
  },
];

const ROWS = 40;
/** Writers stop after this many pages, so that reading towards the newest rows ends too. */
const WRITTEN_PAGES = 25;
const WRITERS = 4;
const SEED = 407;

let things: Furnished;
const clients: pg.Client[] = [];

beforeAll(async () => {
  things = await furnish('walk');
  for (let count = 0; count < WRITERS; count++) {
    const client = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
    await client.connect();
    clients.push(client);
  }
});
afterAll(async () => {
  for (const client of clients) await client.end();
});

/** All columns except generated ones. */
async function writtenColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]!.columns;
}

/** Inserts copies of a row of the table with IDs created now, as the service does. */
async function insertCopies(client: pg.Client, walk: Walk, random: Random, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ id: newId(), ...walk.fresh(random) }));
  const columns = await writtenColumns(client, walk.table);
  await client.query(
    `INSERT INTO ${walk.table} (${columns}) SELECT ${columns} FROM (
       SELECT (jsonb_populate_record(NULL::${walk.table}, to_jsonb(t) || fresh)).*
       FROM (SELECT * FROM ${walk.table} WHERE org_id = $1 ORDER BY id LIMIT 1) t, jsonb_array_elements($2::jsonb) fresh) copies`,
    [things.org.orgId, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/** One connection that inserts, delays its commit, or deletes rows. */
class Writer {
  private open: string | null = null;
  constructor(
    private readonly client: pg.Client,
    private readonly walk: Walk,
    private readonly random: Random,
    private readonly left: Set<string>,
    private readonly made: string[],
  ) {}

  async step(): Promise<void> {
    if (this.open) {
      if (this.random.next() < 0.5) return;
      const commit = this.random.next() < 0.9;
      await this.client.query(commit ? 'COMMIT' : 'ROLLBACK');
      if (commit) this.made.push(this.open);
      this.open = null;
    } else if (this.random.next() < 0.65) {
      await this.client.query('BEGIN');
      this.open = (await insertCopies(this.client, this.walk, this.random, 1))[0]!;
    } else {
      const among = this.random.next() < 0.5 ? [...this.left] : this.made;
      if (among.length === 0) return;
      const id = this.random.pick(among);
      // From now on the row does not exist throughout.
      this.left.delete(id);
      await this.client.query(this.walk.remove, [things.org.orgId, [id]]);
    }
  }

  async end(): Promise<void> {
    if (this.open) await this.client.query('ROLLBACK');
    this.open = null;
  }
}

async function walkWhileWriting(walk: Walk, sort: string | undefined, random: Random): Promise<void> {
  const ids = await insertCopies(clients[0]!, walk, random, ROWS);
  const left = new Set(ids);
  const made: string[] = [];
  const writers = clients.map((client) => new Writer(client, walk, random, left, made));
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const ctx = { ...things.admin, requestId: newRequestId() };
    const query: Record<string, string> = {
      limit: '5',
      ...(sort ? { sort } : {}),
      ...(cursor ? { cursor } : {}),
    };
    const [page] = await Promise.all([
      walk.page(ctx, query),
      ...(pages++ < WRITTEN_PAGES ? writers.map((writer) => writer.step()) : []),
    ]);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  for (const writer of writers) await writer.end();
  await clients[0]!.query(walk.remove, [things.org.orgId, [...ids, ...made]]);
  const times = new Map<string, number>();
  for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1);
  expect(
    [...times].filter(([, count]) => count > 1),
    'seen twice',
  ).toEqual([]);
  const missed = [...left].filter((id) => !times.has(showId(walk.kind, id)));
  expect(missed, 'existed throughout and not seen').toEqual([]);
  expect(left.size).toBeGreaterThan(ROWS / 3);
  expect(pages).toBeGreaterThan(5);
}

describe('pages during writes', () => {
  it.each(
    WALKS.flatMap((walk) => walk.sorts.map((sort) => [walk.table, sort ?? 'default', walk, sort] as const)),
  )(
    '%s sorted by %s return each unchanged row once',
    (_table, _name, walk, sort) => walkWhileWriting(walk, sort, seeded(SEED)),
    60_000,
  );
});
