import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTenant, type Tx } from '../../../server/db/transaction';
import { showId } from '../../../server/shared/ids';
import { claimMessages } from '../../../server/domain/inbound-messages/queue';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import {
  startRunner,
  type Process,
  type Runner,
  type RunnerOptions,
} from '../../../server/intake/runner/runner';
import { startWaitingAlarm } from '../../../server/intake/runner/waiting-alarm';
import { registry } from '../../../server/http/metrics';
import { logger } from '../../../server/logger';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { laboratory, messagesOf, oru, sendWhole, statesOf, type Laboratory } from '../../support/laboratory';

/**
 * After the acknowledgment: messages of a connection are processed in order, again after a crash, and a failing one
 * does not block the others permanently.
 */

let org: TestOrg;
let lab: Laboratory;
let runners: Runner[] = [];
beforeEach(async () => {
  // The runner takes the due messages of every organization, including those of other tests.
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  org = await testOrg();
  lab = await laboratory(org.ctx);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  runners = [];
});

const run = (process: Process, options: Partial<RunnerOptions> = {}) => {
  const runner = startRunner({ process, pollMs: 10, backoffMs: [5, 5], stopMs: 300, ...options });
  runners.push(runner);
  return runner;
};

const finish = (id: string) =>
  asSuperuser("UPDATE inbound_messages SET state = 'processed', finished_at = now() WHERE id = $1", [id]);

const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (.+)$`, 'm').exec(await registry.metrics())?.[1]);

const receiveMany = async (number: number, at = lab): Promise<string[]> => {
  const ids: string[] = [];
  for (let one = 0; one < number; one++) ids.push((await sendWhole(at, oru())).stored.id);
  return ids;
};

describe('intake runner', () => {
  it('processes acknowledged messages in the order of arrival, one at a time per connection', async () => {
    const other = await laboratory(org.ctx);
    const [mine, theirs] = [await receiveMany(5), await receiveMany(3, other)];
    const done: string[] = [];
    const busy = new Map<string, number>();
    let most = 0;
    run(async (ctx, id) => {
      expect([ctx.actor.kind, ctx.actor.orgId]).toEqual(['system', org.orgId]);
      const of = mine.includes(id) ? 'mine' : 'theirs';
      most = Math.max(most, (busy.get(of) ?? 0) + 1);
      busy.set(of, (busy.get(of) ?? 0) + 1);
      done.push(id);
      busy.set(of, busy.get(of)! - 1);
      await finish(id);
    });
    await vi.waitFor(async () => expect(await statesOf(lab)).not.toContain('received'), { timeout: 5_000 });
    await vi.waitFor(() => expect(done.length).toBe(8), { timeout: 5_000 });
    expect(done.filter((id) => mine.includes(id))).toEqual(mine);
    expect(done.filter((id) => theirs.includes(id))).toEqual(theirs);
    expect(most).toBe(1);
    expect(await statesOf(lab)).toEqual(Array(5).fill('processed'));
  });

  it('is notified of a new message', async () => {
    const done: string[] = [];
    run(
      async (_ctx, id) => {
        await finish(id);
        done.push(id);
      },
      { pollMs: 60_000 },
    );
    const [id] = await receiveMany(1);
    await vi.waitFor(() => expect(done).toEqual([id]), 15_000);
  });

  it('sets aside a message that failed three times and continues with the next', async () => {
    const [poison, next] = await receiveMany(2);
    const tried: string[] = [];
    run(async (_ctx, id) => {
      tried.push(id);
      if (id === poison) throw new RangeError('the text of a message');
      await finish(id);
    });
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked', 'processed']), {
      timeout: 5_000,
    });
    expect(tried).toEqual([poison, poison, poison, next]);
    const [row] = await messagesOf(lab);
    expect(row).toMatchObject({ tries: 3, failure: 'internal_error', lease_until: null });
    const audit = await asSuperuser(
      "SELECT actor, detail FROM audit_events WHERE org_id = $1 AND action = 'park_message' AND object_id = $2",
      [org.orgId, poison],
    );
    expect(audit).toEqual([{ actor: 'system', detail: { tries: 3, failure: 'internal_error' } }]);
  });

  it('counts work that reports no outcome as a failure', async () => {
    await receiveMany(1);
    run(() => Promise.resolve());
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked']), { timeout: 5_000 });
    expect((await messagesOf(lab))[0]!.failure).toBe('left_unfinished');
  });

  it('does not count a database outage, and logs it', async () => {
    const [id] = await receiveMany(1);
    const warn = vi.spyOn(logger, 'warn');
    let calls = 0;
    run((ctx) =>
      withTenant(ctx.actor.orgId, async (tx) => {
        if (++calls > 5) return finish(id!);
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        return undefined;
      }),
    );
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['processed']), { timeout: 5_000 });
    expect(calls).toBe(6);
    expect((await messagesOf(lab))[0]!.tries).toBe(1);
    const reported = warn.mock.calls.filter(([, text]) => text?.includes('returned to the queue'));
    expect(reported.map(([about]) => (about as { times: number }).times)).toEqual([1, 2, 4]);
    warn.mockRestore();
  });

  it.each([
    ['53100', 'a full disk'],
    ['53300', 'too many connections'],
    ['57P03', 'a database that starts'],
    ['58030', 'a disk that fails'],
  ])('does not count %s (%s), however often it occurs while the database responds', async (code) => {
    const [id] = await receiveMany(1);
    let calls = 0;
    run(async (ctx) => {
      if (++calls > 12) return finish(id!);
      return withTenant(ctx.actor.orgId, (tx) =>
        tx.client.query(`do $$ begin raise sqlstate '${code}'; end $$`),
      );
    });
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['processed']), { timeout: 5_000 });
    expect((await messagesOf(lab))[0]).toMatchObject({ tries: 1, failure: null });
  });

  it.each(['ENOSPC', 'EROFS'])('does not count a document store that fails with %s', async (code) => {
    const [id] = await receiveMany(1);
    let calls = 0;
    run(() => (++calls > 5 ? finish(id!) : Promise.reject(Object.assign(new Error('write'), { code }))));
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['processed']), { timeout: 5_000 });
    expect((await messagesOf(lab))[0]).toMatchObject({ tries: 1, failure: null });
  });

  it('does not count as a crash a message whose release could not be written to a full disk', async () => {
    const [id] = await receiveMany(1);
    const start = Date.now();
    let calls = 0;
    run(
      async (ctx) => {
        if (++calls > 5) return finish(id!);
        // The lease expires before the message is returned: the attempt stays counted.
        await asSuperuser(
          'UPDATE inbound_messages SET lease_until = NULL, lease_token = NULL WHERE id = $1',
          [id],
        );
        return withTenant(ctx.actor.orgId, (tx) =>
          tx.execute(sql`do $$ begin raise sqlstate '53100'; end $$`),
        );
      },
      { now: () => new Date(start) },
    );
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['processed']), { timeout: 5_000 });
    expect(calls).toBe(6);
  });

  it.each([
    ['08P01', (tx: Tx) => tx.client.query('select $1::text', Array(70_000).fill('x'))],
    ['53200', (tx: Tx) => tx.execute(sql`do $$ begin raise sqlstate '53200'; end $$`)],
  ])(
    'sets aside a message that fails with %s while the database responds, and continues with the next',
    async (failure, statement) => {
      const [poison, next] = await receiveMany(2);
      run(async (ctx, id) => {
        if (id === poison) await withTenant(ctx.actor.orgId, statement);
        else await finish(id);
      });
      await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked', 'processed']), {
        timeout: 5_000,
      });
      expect((await messagesOf(lab)).map(({ id }) => id)).toEqual([poison, next]);
      expect((await messagesOf(lab))[0]).toMatchObject({ tries: 3, failure });
    },
  );

  it('logs one error per period in which messages are not processed', async () => {
    const [id] = await receiveMany(1);
    const [error, info] = [vi.spyOn(logger, 'error'), vi.spyOn(logger, 'info')];
    let minutes = 4;
    let looks = 0;
    const now = () => (looks++, new Date(Date.now() + minutes * 60_000));
    const alarm = startWaitingAlarm({ everyMs: 5, now });
    const reported = () =>
      error.mock.calls.filter(([about]) => (about as { connection?: string }).connection === lab.id);
    const look = () => {
      const before = looks;
      return vi.waitFor(() => expect(looks).toBeGreaterThan(before + 1), { timeout: 5_000 });
    };
    await look();
    expect(reported()).toEqual([]);
    minutes = 6;
    await look();
    expect(reported()).toMatchObject([[{ limit_minutes: 5 }, 'intake: messages are not processed']]);
    expect(await metric('clinical_queue_oldest_seconds{queue="inbound_messages"}')).toBeGreaterThanOrEqual(0);
    await look();
    expect(reported().length).toBe(1);
    await finish(id!);
    await vi.waitFor(
      () => expect(info.mock.calls.map(([, text]) => text)).toContain('intake: messages are processed again'),
      15_000,
    );
    await receiveMany(1);
    await look();
    expect(reported().length).toBe(2);
    await alarm.stop();
    error.mockRestore();
    info.mockRestore();
  });

  it('resumes messages of a process that ended, and sets aside one that ended three processes', async () => {
    const [id] = await receiveMany(1);
    const start = Date.now();
    const late = (minutes: number) => new Date(start + minutes * 60_000);
    const claim = async (minutes: number) =>
      (await claimMessages(9, late(minutes))).filter((one) => one.orgId === org.orgId);
    expect(await claim(1)).toMatchObject([{ id, tries: 1 }]);
    expect(await claim(1)).toEqual([]);
    // Its lease has expired.
    expect(await claim(2)).toMatchObject([{ id, tries: 2 }]);
    expect(await claim(3)).toMatchObject([{ id, tries: 3 }]);
    const calls: string[] = [];
    run(async (_ctx, one) => void calls.push(one), { now: () => late(10) });
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked']), { timeout: 5_000 });
    expect(calls).toEqual([]);
    expect((await messagesOf(lab))[0]!.failure).toBe('crashed');
  });

  it('never lets a message overtake one that awaits its retry', async () => {
    const [first, second] = await receiveMany(2);
    const done: string[] = [];
    let calls = 0;
    run(
      async (_ctx, id) => {
        if (id === first && ++calls === 1) throw new Error('once');
        await finish(id);
        done.push(id);
      },
      { backoffMs: [300, 300] },
    );
    await vi.waitFor(() => expect(done).toEqual([first, second]), { timeout: 5_000 });
  });

  it('leaves messages of a suspended organization', async () => {
    await receiveMany(1);
    await suspendOrganization(org.ctx, { reason: 'test' });
    const free = await laboratory((await testOrg()).ctx);
    await receiveMany(1, free);
    const done: string[] = [];
    run(async (_ctx, id) => {
      await finish(id);
      done.push(showId('inbound_message', id));
    });
    await vi.waitFor(async () => expect(await statesOf(free)).toEqual(['processed']), { timeout: 5_000 });
    expect(await statesOf(lab)).toEqual(['received']);
    expect(done.length).toBe(1);
  });

  it('stops after the message in progress', async () => {
    await receiveMany(5);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const begun: string[] = [];
    const runner = run(
      async (_ctx, id) => {
        begun.push(id);
        await gate;
        await finish(id);
      },
      { stopMs: 5_000 },
    );
    await vi.waitFor(() => expect(begun.length).toBe(1), 15_000);
    const stopped = runner.stop();
    release();
    await stopped;
    // A claim that was running at the stop may take one more.
    expect(begun.length).toBeLessThanOrEqual(2);
    const messages = await messagesOf(lab);
    expect(messages.map(({ id }) => id).filter((id) => begun.includes(id))).toEqual(begun);
    expect(await statesOf(lab)).toEqual(
      messages.map(({ id }) => (begun.includes(id) ? 'processed' : 'received')),
    );
    expect(messages.map(({ lease_until }) => lease_until)).toEqual(Array(5).fill(null));
  });
});
