import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeFrame } from '../../../server/hl7v2/mllp-frames';
import { startMllp, type Mllp, type MllpOptions } from '../../../server/intake/mllp/listeners';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { laboratory, oru, RawSender, type Laboratory } from '../../support/laboratory';
import { freePort } from '../../support/server';

/** How many connections of a laboratory may be open, and for how long, over real TCP. */

let org: TestOrg;
let mllp: Mllp | undefined;
const senders: RawSender[] = [];
beforeAll(async () => {
  org = await testOrg();
});
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.end();
  await mllp?.stop();
  mllp = undefined;
});

interface Ward extends Laboratory {
  port: number;
}

async function ward(settings: Parameters<typeof laboratory>[1] = {}): Promise<Ward> {
  const port = await freePort();
  return { ...(await laboratory(org.ctx, { transport: 'mllp', port, ...settings })), port };
}

const listen = (options: MllpOptions = {}) => (mllp = startMllp({ pollMs: 30, ...options }));

/** Retries, because a port that is not open yet refuses connections. */
const connect = async ({ port }: Ward): Promise<RawSender> => {
  const sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
  senders.push(sender);
  return sender;
};

describe('MLLP listener at its connection limit', () => {
  const columnsOf = async ({ source }: Ward) =>
    (
      await asSuperuser<{ last_problem: string | null; refused_connections: number }>(
        'SELECT last_problem, refused_connections FROM lab_connections WHERE org_id = $1 AND id = $2',
        [source.orgId, source.connectionId],
      )
    )[0]!;

  it('closes the longest idle connection for a new one, never one with a message in progress', async () => {
    const lab = await ward();
    listen();
    const begun = await connect(lab);
    begun.write(encodeFrame(oru({ 10: 'SLOW' })).subarray(0, 60));
    const proven = await connect(lab);
    proven.send(oru({ 10: 'PROVEN' }));
    expect(await proven.until(1)).toEqual(['AA']);
    const idle: RawSender[] = [];
    for (let one = 0; one < 70; one++) idle.push(await connect(lab));
    const late = await connect(lab);
    late.send(oru({ 10: 'LATE' }));
    expect(await late.until(1)).toEqual(['AA']);
    await vi.waitFor(() => expect(idle.filter(({ closed }) => closed).length).toBe(9), 15_000);
    expect(idle.slice(0, 9).every(({ closed }) => closed)).toBe(true);
    expect([begun.closed, proven.closed]).toEqual([false, false]);
    expect((await columnsOf(lab)).last_problem).toBeNull();
  });

  it('rejects a new connection when all have messages in progress, and records it', async () => {
    const lab = await ward();
    listen({ listener: { watchMs: 30 } });
    const half = encodeFrame(oru()).subarray(0, 60);
    for (let one = 0; one < 64; one++) {
      const busy = await connect(lab);
      busy.write(half);
    }
    // The listener notices a frame a moment after it was sent; until then another idle connection is closed.
    await vi.waitFor(async () => {
      const late = await connect(lab);
      late.write(half);
      await vi.waitFor(() => expect(late.closed).toBe(true), { timeout: 100 });
    }, 15_000);
    await vi.waitFor(async () => {
      const { last_problem, refused_connections } = await columnsOf(lab);
      expect(last_problem).toBe('connections_in_use');
      expect(refused_connections).toBeGreaterThan(0);
    }, 15_000);
  });
});

describe('idle MLLP connection', () => {
  it('is closed after its idle time, and after five minutes if it never sent a message', async () => {
    const lab = await ward({ idle_minutes: 10 });
    listen({ listener: { watchMs: 10 } });
    const [silent, proven, begun] = [await connect(lab), await connect(lab), await connect(lab)];
    proven.send(oru());
    expect(await proven.until(1)).toEqual(['AA']);
    begun.write(encodeFrame(oru()).subarray(0, 60));
    const start = performance.now();
    const now = vi.spyOn(performance, 'now');
    now.mockImplementation(() => start + 4 * 60_000);
    begun.write('x');
    await vi.waitFor(() => expect(now.mock.calls.length).toBeGreaterThan(10), 15_000);
    expect(silent.closed).toBe(false);
    now.mockImplementation(() => start + 6 * 60_000);
    await silent.untilClosed();
    expect(proven.closed).toBe(false);
    now.mockImplementation(() => start + 11 * 60_000);
    await proven.untilClosed();
    now.mockRestore();
  });
});
