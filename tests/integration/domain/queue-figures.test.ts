import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsOf } from '../../../server/counts';
import { withTenant } from '../../../server/db/transaction';
import { listQueueFigures } from '../../../server/jobs/queue-figures';
import { newId } from '../../../server/shared/ids';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';

/** Figures of the queues, from rows without what they refer to. Other tests leave rows too, so differences count. */

/** Before all rows of other tests, so that the oldest ones are from here. */
const NOW = new Date('1990-01-01T12:00:00Z');
const minutes = (n: number): Date => new Date(NOW.getTime() + n * 60_000);
const TABLES = [
  'deliveries',
  'webhooks',
  'inbound_messages',
  'outbound_messages',
  'order_destinations',
  'documents',
  'lab_results',
  'lab_orders',
];

let admin: pg.Client;
let org: TestOrg;
let before: Awaited<ReturnType<typeof listQueueFigures>>;

beforeAll(async () => {
  org = await testOrg();
  admin = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await admin.connect();
  await admin.query('SET session_replication_role = replica');
  before = await listQueueFigures(NOW);
});
afterAll(async () => {
  for (const table of TABLES) await admin.query(`DELETE FROM ${table} WHERE org_id = $1`, [org.orgId]);
  await admin.end();
});

const EMPTY: Record<string, unknown> = {
  uuid: newId(),
  jsonb: '{}',
  boolean: true,
  integer: 1,
  bigint: 1,
  date: '2100-01-01',
  'timestamp with time zone': NOW,
  ARRAY: '{}',
};

/** Fills required columns that are not given. */
async function insert(table: string, given: Record<string, unknown>): Promise<void> {
  const { rows } = await admin.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
       AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const values: Record<string, unknown> = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, EMPTY[type] ?? 'x'])),
    org_id: org.orgId,
    id: newId(),
    ...given,
  };
  if (table === 'order_destinations') delete values.id;
  const names = Object.keys(values);
  await admin.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values),
  );
}

async function added(queue: keyof typeof before) {
  const now = (await listQueueFigures(NOW))[queue];
  const { due, later, leased } = before[queue];
  return {
    due: now.due - due,
    later: now.later - later,
    leased: leased === null ? null : now.leased! - leased,
    minutes: now.oldestAt && (NOW.getTime() - now.oldestAt.getTime()) / 60_000,
  };
}

describe('figures of a queue', () => {
  it('tell due webhook deliveries from later and leased ones, without disabled webhooks', async () => {
    const hooks = { on: newId(), failing: newId(), off: newId() };
    await insert('webhooks', { id: hooks.on, enabled: true, status: 'enabled' });
    await insert('webhooks', { id: hooks.failing, enabled: true, status: 'failing' });
    await insert('webhooks', { id: hooks.off, enabled: false, status: 'disabled' });
    const delivery = (webhook_id: string, next: number, rest = {}) =>
      insert('deliveries', {
        webhook_id,
        event_id: newId(),
        status: 'pending',
        next_attempt_at: minutes(next),
        ...rest,
      });
    await delivery(hooks.on, -3);
    await delivery(hooks.on, -2);
    await delivery(hooks.on, 5, { status: 'failed' });
    await delivery(hooks.on, -60, { lease_until: minutes(1) });
    await delivery(hooks.on, -90, { status: 'held' });
    await delivery(hooks.off, -90);
    expect(await added('webhook_deliveries')).toMatchObject({ due: 2, later: 1, leased: 1 });
    // The backlog of a receiver that fails counts, but its age does not.
    const age = (await added('webhook_deliveries')).minutes;
    await delivery(hooks.failing, -1_000_000);
    expect(await added('webhook_deliveries')).toEqual({ due: 3, later: 1, leased: 1, minutes: age });
  });

  it('count messages of laboratories, and their age since they were received', async () => {
    const connection_id = newId();
    const message = (received: number, rest = {}) =>
      insert('inbound_messages', {
        connection_id,
        state: 'received',
        received_at: minutes(received),
        ...rest,
      });
    await message(-1_000_000, { lease_until: minutes(1) });
    await message(-4);
    await message(-3, { next_try_at: minutes(2) });
    await message(-2_000_000, { state: 'parked' });
    expect(await added('inbound_messages')).toEqual({ due: 1, later: 1, leased: 1, minutes: 1_000_000 });
  });

  it('count orders that are not sent, unless sending is paused', async () => {
    const connections = { sending: newId(), paused: newId() };
    await insert('order_destinations', {
      connection_id: connections.sending,
      lease_until: minutes(1),
      paused: false,
    });
    await insert('order_destinations', { connection_id: connections.paused, lab_id: 'y', paused: true });
    for (const connection_id of Object.values(connections))
      for (const age of [1_000_000, 8])
        await insert('outbound_messages', {
          connection_id,
          control_id: newId(),
          status: 'queued',
          created_at: minutes(-age),
        });
    expect(await added('outbound_messages')).toEqual({ due: 1, later: 0, leased: 1, minutes: 1_000_000 });
  });

  it.each([
    ['document_scans', 'documents', 'scan_due_at'],
    ['critical_results', 'lab_results', 'critical_due_at'],
    ['overdue_orders', 'lab_orders', 'overdue_due_at'],
  ] as const)('of %s count what is past its time', async (queue, table, column) => {
    for (const at of [-1_000_000, -1, 1])
      await insert(table, {
        status: table === 'lab_orders' ? 'requested' : 'processing',
        [column]: minutes(at),
        ...(table === 'lab_results' ? { report_key: newId() } : {}),
        ...(table === 'lab_orders' ? { order_number: newId() } : {}),
      });
    expect(await added(queue)).toEqual({ due: 2, later: 1, leased: null, minutes: 1_000_000 });
  });

  it('leave out what a suspended organization keeps', async () => {
    await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [org.orgId]);
    for (const queue of ['webhook_deliveries', 'inbound_messages', 'outbound_messages'] as const)
      expect(await added(queue), queue).toMatchObject({ due: 0, later: 0, leased: 0 });
  });
});

describe('errors of the database', () => {
  const counted = () =>
    Object.fromEntries(
      countsOf('clinical_db_errors_total').map(({ values, count }) => [values[0], count]),
    ) as Record<string, number>;

  it('are counted by their class', async () => {
    const at = counted();
    const fail = (text: string) =>
      withTenant(org.orgId, (tx) => tx.client.query(text)).catch((error: unknown) => error);
    await fail("SELECT 'x'::text::uuid");
    await fail('SELECT FROM nowhere');
    await withTenant(org.orgId, () => Promise.reject(new Error('not of the database'))).catch(() => 0);
    expect(counted()).toEqual({ ...at, 22: (at[22] ?? 0) + 1, 42: (at[42] ?? 0) + 1 });
  });
});
