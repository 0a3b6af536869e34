import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startMllp } from '../../../server/intake/mllp/listeners';
import { asSuperuser, testOrg } from '../../support/database';
import { laboratory, messagesOf, oru, RawSender } from '../../support/laboratory';
import { freePort } from '../../support/server';

/** What the listener still acknowledges while the service stops. */

afterEach(() => vi.restoreAllMocks());

/** Blocks every later poll of the connections. */
function holdLooks(): { begun: Promise<void>; release: () => void } {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const send = () => (query as (...all: unknown[]) => unknown).apply(this, given);
    const text = (given[0] as { text?: string }).text ?? String(given[0]);
    if (!/on_database_down".* from "lab_connections"/.test(text)) return send();
    begin();
    return gate.then(send);
  } as typeof query);
  return { begun, release };
}

const waiting = () =>
  asSuperuser(
    "SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'inbound_message_bytes' AND NOT l.granted",
  );

describe('stopping MLLP listener', () => {
  it('answers only the message in progress, also while it checks its connections', async () => {
    const { ctx } = await testOrg();
    const port = await freePort();
    const lab = await laboratory(ctx, { transport: 'mllp', port });
    const running = startMllp({ pollMs: 30 });
    const sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
    const holder = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
    await holder.connect();
    const looks = holdLooks();
    let stopped: Promise<void>;
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE inbound_message_bytes IN ACCESS EXCLUSIVE MODE');
      sender.send(oru({ 10: 'UNDERWAY' }));
      sender.send(oru({ 10: 'NEXT' }));
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 5_000 });
      await looks.begun;
      stopped = running.stop();
      await holder.query('COMMIT');
      await sender.untilClosed();
    } finally {
      looks.release();
      await holder.end();
      sender.end();
    }
    await stopped;
    expect(sender.ids()).toEqual(['UNDERWAY']);
    expect((await messagesOf(lab)).map(({ control_id }) => control_id)).toEqual(['UNDERWAY']);
  });
});
