import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { withTenant, type Tx } from '../../../server/db/transaction';
import { listEventsInput, type Event } from '../../../server/domain/events/contract';
import { listEvents } from '../../../server/domain/events/list-events';
import { newId, newRequestId, showId } from '../../../server/shared/ids';
import { emit } from '../../../server/events/emit';
import { asSuperuser, keyContext, testOrg, type TestOrg } from '../../support/database';
import { seeded, type Random } from '../../support/random';
import { isFull } from '../../support/test-size';

/**
 * The feed never skips an event: transactions end in another order than they started, while readers poll by position.
 * A reader without the horizon, over the same writers, shows that this order matters.
 */

const SEED = 20_261_105;
const STEPS = isFull ? 300 : 150;
const MOST_OPEN = 6;
const TYPES = ['patient.updated', 'lab_order.updated', 'document.available', 'webhook.test'] as const;
const KINDS = {
  patient: 'patient',
  lab_order: 'lab_order',
  document: 'document',
  webhook: 'webhook',
} as const;

let numbered = 0;
async function report(tx: Tx, org: TestOrg, random: Random): Promise<string> {
  const type = random.pick(TYPES);
  const kind = KINDS[type.split('.')[0] as keyof typeof KINDS];
  const object = { kind, id: newId(), version: 1, status: null, href: null, patientId: null };
  return showId('event', await emit(tx, org.ctx, { type, object, sequence: ++numbered }));
}

interface Writer {
  more(): Promise<void>;
  end(commit: boolean): Promise<string[]>;
}

/** A transaction that has emitted an event and stays open until it is ended. */
async function openWriter(org: TestOrg, random: Random): Promise<Writer> {
  const reported: string[] = [];
  let begun = () => {};
  const writing = new Promise<void>((resolve) => (begun = resolve));
  let finish = (_commit: boolean) => {};
  const ending = new Promise<boolean>((resolve) => (finish = resolve));
  let inside!: Tx;
  const done = withTenant(org.orgId, async (tx) => {
    inside = tx;
    reported.push(await report(tx, org, random));
    begun();
    if (!(await ending)) throw new Error('given up');
  });
  await Promise.race([writing, done]);
  return {
    more: async () => void reported.push(await report(inside, org, random)),
    async end(commit) {
      finish(commit);
      await done.catch((error: Error) => {
        if (error.message !== 'given up') throw error;
      });
      return commit ? reported : [];
    },
  };
}

class Reader {
  readonly seen: string[] = [];
  cursor: string | undefined;
  constructor(
    private readonly org: TestOrg,
    private readonly query: Record<string, string>,
  ) {}
  /** One page. */
  async poll(): Promise<{ has_more: boolean; next_cursor: string | null; data: Event[] }> {
    const ctx = { ...keyContext(this.org.orgId), requestId: newRequestId() };
    const input = { sort: 'position', ...this.query, ...(this.cursor ? { cursor: this.cursor } : {}) };
    const page = await listEvents(ctx, listEventsInput.parse(input));
    expect(page.next_cursor).not.toBeNull();
    if (page.data.length === 0 && this.cursor) expect(page.next_cursor).toBe(this.cursor);
    this.cursor = page.next_cursor!;
    this.seen.push(...page.data.map(({ id }) => id));
    return page;
  }
}

/** Reads in the same order, (transaction ID, ID), but everything that is committed. */
class NaiveReader {
  readonly seen: string[] = [];
  private after = ['0', '00000000-0000-0000-0000-000000000000'];
  constructor(private readonly org: TestOrg) {}
  async poll(): Promise<void> {
    const { rows } = await withTenant(this.org.orgId, (tx) =>
      tx.execute<{ txid: string; id: string }>(
        sql`select txid, id from events where org_id = ${this.org.orgId} and (txid, id) > (${this.after[0]}::xid8, ${this.after[1]}::uuid) order by txid, id limit 5`,
      ),
    );
    const last = rows.at(-1);
    if (last) this.after = [last.txid, last.id];
    this.seen.push(...rows.map(({ id }) => showId('event', id)));
  }
}

describe('events feed', () => {
  it('returns each event exactly once to polling readers, whatever order writers commit in', async () => {
    const org = await testOrg();
    const random = seeded(SEED);
    const all = new Reader(org, { limit: '3' });
    const some = new Reader(org, { limit: '2', type: 'patient.*,document.available' });
    const naive = new NaiveReader(org);
    const open: Writer[] = [];
    const committed: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const chance = random.next();
      if (chance < 0.3 && open.length < MOST_OPEN) open.push(await openWriter(org, random));
      else if (chance < 0.6 && open.length > 0) {
        const [writer] = open.splice(random.below(open.length), 1);
        if (random.next() < 0.5) await writer!.more();
        committed.push(...(await writer!.end(random.next() < 0.85)));
      } else {
        await all.poll();
        await some.poll();
        await naive.poll();
      }
    }
    for (const writer of open) committed.push(...(await writer.end(true)));
    // Open transactions of other tests in this Postgres hold back the horizon, so readers continue to poll.
    while (all.seen.length < committed.length) await all.poll();
    const shown = new Set<string>();
    for (;;) {
      const page = await all.poll();
      if (page.data.length === 0) break;
    }
    for (const id of all.seen) {
      expect(shown.has(id), 'shown twice').toBe(false);
      shown.add(id);
    }
    expect([...all.seen].sort()).toEqual([...committed].sort());

    const rows = await asSuperuser<{ id: string; type: string }>(
      'SELECT id, type FROM events WHERE org_id = $1 ORDER BY txid, id',
      [org.orgId],
    );
    expect(all.seen, 'in the order of position').toEqual(rows.map(({ id }) => showId('event', id)));
    const fitting = rows.filter(({ type }) => /^patient|available$/.test(type));
    while (some.seen.length < fitting.length) await some.poll();
    expect(some.seen).toEqual(fitting.map(({ id }) => showId('event', id)));

    for (let pages = 0; pages < rows.length; pages++) await naive.poll();
    expect(naive.seen.length, 'without the horizon events are skipped').toBeLessThan(committed.length);
    expect(committed.length).toBeGreaterThan(isFull ? 80 : 40);
  });

  it('hides events that an older transaction may still precede, and returns both in order afterwards', async () => {
    const org = await testOrg();
    const random = seeded(SEED + 1);
    const older = await openWriter(org, random);
    const newer = await openWriter(org, random);
    const second = await newer.end(true);
    const early: Event[] = [];
    for (const sort of ['position', '-position'] as const)
      early.push(...(await listEvents(keyContext(org.orgId), listEventsInput.parse({ sort }))).data);
    const first = await older.end(true);
    expect(early).toEqual([]);
    const reader = new Reader(org, {});
    while (reader.seen.length < 2) await reader.poll();
    expect(reader.seen).toEqual([...first, ...second]);
  });

  it('continues from a cursor whose event has been deleted by retention', async () => {
    const org = await testOrg();
    const random = seeded(SEED + 2);
    const old: string[] = [];
    for (let count = 0; count < 3; count++) old.push(...(await (await openWriter(org, random)).end(true)));
    const reader = new Reader(org, { limit: '2' });
    while (reader.seen.length < 2) await reader.poll();
    // Like the sweep, but only in this organization, because other tests use this Postgres.
    await asSuperuser('DELETE FROM events WHERE org_id = $1', [org.orgId]);
    expect((await reader.poll()).data).toEqual([]);
    const fresh = await (await openWriter(org, random)).end(true);
    while (reader.seen.length < 3) await reader.poll();
    expect(reader.seen).toEqual([...old.slice(0, 2), ...fresh]);
  });
});
