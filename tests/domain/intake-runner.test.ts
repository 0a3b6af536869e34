import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../server/domain/errors';
import { showId } from '../../server/domain/ids';
import { claimMessages } from '../../server/domain/inbound-messages/queue';
import { suspendOrganisation } from '../../server/domain/organisations/suspend-organisation';
import {
  startRunner,
  type Process,
  type Runner,
  type RunnerOptions,
} from '../../server/intake/runner/runner';
import { asSuperuser, testOrg, type TestOrg } from '../support/database';
import { laboratory, messagesOf, oru, sendWhole, statesOf, type Laboratory } from '../support/laboratory';

/** What follows the acknowledgement: in order for each connection, again after a crash, and never in the way for good. */

let org: TestOrg;
let lab: Laboratory;
let runners: Runner[] = [];
beforeEach(async () => {
  // The runner takes what is due of every organisation, other tests' included.
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

const receiveMany = async (number: number, at = lab): Promise<string[]> => {
  const ids: string[] = [];
  for (let one = 0; one < number; one++) ids.push((await sendWhole(at, oru())).stored.id);
  return ids;
};

describe('the runner', () => {
  it('works up what was acknowledged, in the order of arrival and one at a time of a connection', async () => {
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

  it('is told of a message that arrives', async () => {
    const done: string[] = [];
    run(
      async (_ctx, id) => {
        await finish(id);
        done.push(id);
      },
      { pollMs: 60_000 },
    );
    const [id] = await receiveMany(1);
    await vi.waitFor(() => expect(done).toEqual([id]), { timeout: 2_000 });
  });

  it('parks what fails three times, and the next go on', async () => {
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

  it('counts work that says nothing of its end as a failure', async () => {
    await receiveMany(1);
    run(() => Promise.resolve());
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked']), { timeout: 5_000 });
    expect((await messagesOf(lab))[0]!.failure).toBe('left_unfinished');
  });

  it('does not count that the database is away', async () => {
    const [id] = await receiveMany(1);
    let calls = 0;
    run(async () => {
      if (++calls <= 5) throw new DomainError('unavailable', 'away');
      await finish(id!);
    });
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['processed']), { timeout: 5_000 });
    expect(calls).toBe(6);
    expect((await messagesOf(lab))[0]!.tries).toBe(1);
  });

  it('takes up again what a process left behind, and parks what ended three of them', async () => {
    const [id] = await receiveMany(1);
    const start = Date.now();
    const late = (minutes: number) => new Date(start + minutes * 60_000);
    const claim = async (minutes: number) =>
      (await claimMessages(9, late(minutes))).filter((one) => one.orgId === org.orgId);
    expect(await claim(1)).toMatchObject([{ id, tries: 1 }]);
    // Somebody has it.
    expect(await claim(1)).toEqual([]);
    // Its lease is over.
    expect(await claim(2)).toMatchObject([{ id, tries: 2 }]);
    expect(await claim(3)).toMatchObject([{ id, tries: 3 }]);
    const calls: string[] = [];
    run(async (_ctx, one) => void calls.push(one), { now: () => late(10) });
    await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['parked']), { timeout: 5_000 });
    expect(calls).toEqual([]);
    expect((await messagesOf(lab))[0]!.failure).toBe('crashed');
  });

  it('never lets a message overtake one that waits for its next try', async () => {
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

  it('leaves what belongs to a suspended organisation', async () => {
    await receiveMany(1);
    await suspendOrganisation(org.ctx, { reason: 'test' });
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

  it('stops after what is under way', async () => {
    await receiveMany(2);
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
    await vi.waitFor(() => expect(begun.length).toBe(1));
    const stopped = runner.stop();
    release();
    await stopped;
    expect(await statesOf(lab)).toEqual(['processed', 'received']);
    expect((await messagesOf(lab))[0]!.lease_until).toBeNull();
  });
});
