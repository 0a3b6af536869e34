import { once } from 'node:events';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { Client, Message } from 'node-hl7-client';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePool } from '../../../server/db/client';
import { deleteLabConnection } from '../../../server/domain/lab-connections/delete-lab-connection';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { env } from '../../../server/env';
import { encodeFrame } from '../../../server/hl7v2/mllp-frames';
import { serveMllp, type Session } from '../../../server/intake/mllp/session';
import { startMllp, type Mllp, type MllpOptions } from '../../../server/intake/mllp/listeners';
import { receive } from '../../../server/intake/receive/receive';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { er7, MSH, OBR, PID } from '../../support/hl7';
import { laboratory, messagesOf, oru, RawSender, statesOf, type Laboratory } from '../../support/laboratory';
import { freePort } from '../../support/server';
import { selfSigned } from '../../unit/webhooks/certificate';

/** The listener over real TCP: with an independent sender, and with raw sockets for faulty senders. */

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

/** Free, and not the port of an earlier connection in this database. */
async function unusedPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const taken = await asSuperuser('SELECT 1 FROM lab_connections WHERE port = $1', [port]);
    if (taken.length === 0) return port;
  }
}

async function ward(settings: Parameters<typeof laboratory>[1] = {}): Promise<Ward> {
  const port = await unusedPort();
  return { ...(await laboratory(org.ctx, { transport: 'mllp', port, ...settings })), port };
}

const listen = (options: MllpOptions = {}) => (mllp = startMllp({ pollMs: 30, ...options }));

/** Retries, because a port that is not open yet refuses connections. */
const connect = async ({ port }: Ward): Promise<RawSender> => {
  const sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
  senders.push(sender);
  return sender;
};

const problemOf = async ({ source }: Ward): Promise<string | null> =>
  (
    await asSuperuser<{ last_problem: string | null }>(
      'SELECT last_problem FROM lab_connections WHERE org_id = $1 AND id = $2',
      [source.orgId, source.connectionId],
    )
  )[0]!.last_problem;

describe('MLLP listener with an independent sender (node-hl7-client 3.2)', () => {
  it('acknowledges messages one by one on one connection', async () => {
    const lab = await ward();
    listen();
    await connect(lab);
    const reported: string[] = [];
    const client = new Client({ host: '127.0.0.1' });
    const connection = client.createConnection({ port: lab.port, waitAck: true }, (answer) => {
      const text = answer.getMessage();
      reported.push(`${text.get('MSA.1').toString()} ${text.get('MSA.2').toString()}`);
    });
    // Unsent data would remain in its internal queue forever.
    await once(connection, 'connect');
    for (const id of ['ONE', 'TWO', 'THREE']) {
      await connection.sendMessage(
        new Message({
          text: er7(MSH.replace('|C1|', `|${id}|`), PID, OBR)
            .toString()
            .trimEnd(),
        }),
      );
      await vi.waitFor(() => expect(reported.at(-1)).toBe(`AA ${id}`), { timeout: 5_000 });
    }
    expect(reported).toEqual(['AA ONE', 'AA TWO', 'AA THREE']);
    await connection.close();
    expect((await messagesOf(lab)).map(({ control_id }) => control_id)).toEqual(['ONE', 'TWO', 'THREE']);
  });
});

describe('MLLP frames', () => {
  it('are read however the bytes are split, and whatever is between them', async () => {
    const lab = await ward();
    listen();
    const sender = await connect(lab);
    const one = encodeFrame(oru({ 10: 'BYTES' }));
    for (const byte of one) sender.write(Buffer.from([byte]));
    expect(await sender.until(1)).toEqual(['AA']);
    // Three frames in one piece with other bytes between them, and the first half of a fourth.
    const fourth = encodeFrame(oru({ 10: 'D' }));
    sender.write(
      ...['A', 'B', 'C'].flatMap((id) => ['\r\nnoise\r\n', encodeFrame(oru({ 10: id }))]),
      fourth.subarray(0, 40),
    );
    expect(await sender.until(4)).toEqual(['AA', 'AA', 'AA', 'AA']);
    sender.write(fourth.subarray(40));
    await sender.until(5);
    expect(sender.ids()).toEqual(['BYTES', 'A', 'B', 'C', 'D']);
    expect((await messagesOf(lab)).map(({ control_id }) => control_id)).toEqual(sender.ids());
  });

  it('that are too large get a negative acknowledgment, and the next one is accepted', async () => {
    const lab = await ward();
    listen({ listener: { maxFrame: 2_000 } });
    const sender = await connect(lab);
    sender.send(oru({ 10: 'LARGE' }, `OBX|1|TX|N||${'x'.repeat(5_000)}||||||F`));
    sender.send(oru({ 10: 'NEXT' }));
    expect(await sender.until(2)).toEqual(['AR', 'AA']);
    expect(sender.ids()).toEqual(['LARGE', 'NEXT']);
    expect((await messagesOf(lab)).map((row) => row.ack_problem)).toEqual(['too_large', null]);
  });

  it('that were cut off are neither stored nor acknowledged', async () => {
    const lab = await ward();
    listen();
    const sender = await connect(lab);
    const whole = encodeFrame(oru({ 10: 'AGAIN' }));
    sender.write(whole.subarray(0, 60), whole);
    expect(await sender.until(1)).toEqual(['AA']);
    expect(sender.ids()).toEqual(['AGAIN']);
    expect(await statesOf(lab)).toEqual(['received']);
    await vi.waitFor(async () => expect(await problemOf(lab)).toBe('frame_abandoned'), 15_000);
  });

  it('without an end are shown as a problem once after half a minute', async () => {
    const lab = await ward();
    const noted: string[] = [];
    const begun = new Promise<{ session: Session; socket: net.Socket }>((resolve) => {
      const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        server.close();
        const session = serveMllp(socket, {
          receive: (sent) => receive(lab.source, sent),
          onDatabaseDown: () => 'close',
          note: (problem) => noted.push(problem),
          maxFrame: 100_000,
        });
        resolve({ session, socket });
      });
      server.listen(lab.port, '127.0.0.1');
    });
    const sender = await connect(lab);
    const { session, socket } = await begun;
    const whole = encodeFrame(oru());
    const arrived = new Promise((resolve) => socket.once('data', resolve));
    sender.write(whole.subarray(0, -2));
    await arrived;
    const now = performance.now();
    session.watch(now + 29_000);
    expect(noted).toEqual([]);
    session.watch(now + 31_000);
    session.watch(now + 36_000);
    expect(noted).toEqual(['frame_not_ended']);
    sender.write(whole.subarray(-2));
    expect(await sender.until(1)).toEqual(['AA']);
    session.watch(now + 99_000);
    expect(noted).toEqual(['frame_not_ended']);
    // The memory of a frame that never ends is released.
    const half = new Promise((resolve) => socket.once('data', resolve));
    sender.write(whole.subarray(0, 50));
    await half;
    session.watch(performance.now() + 6 * 60_000);
    await sender.untilClosed();
  });

  it('are acknowledged even if the sender closes its side at once', async () => {
    const lab = await ward();
    listen();
    const sender = await connect(lab);
    sender.socket.end(Buffer.concat([encodeFrame(oru()), encodeFrame(oru())]));
    expect(await sender.until(2)).toEqual(['AA', 'AA']);
    await sender.untilClosed();
  });

  it('that request two acknowledgments get both, and those that request none get none', async () => {
    const lab = await ward();
    listen();
    const sender = await connect(lab);
    sender.send(oru({ 15: 'NE', 16: 'NE' }));
    sender.send(oru({ 15: 'AL', 16: 'AL' }));
    expect(await sender.until(2)).toEqual(['CA', 'AA']);
    expect(await statesOf(lab)).toEqual(['received', 'received']);
  });
});

describe('MLLP acknowledgment', () => {
  it('is not sent before the message is stored', async () => {
    const lab = await ward();
    listen();
    const sender = await connect(lab);
    const holder = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE inbound_message_bytes IN ACCESS EXCLUSIVE MODE');
      sender.send(oru());
      await vi.waitFor(async () => {
        const { rows } = await holder.query<{ waiting: number }>(
          "SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'inbound_message_bytes' AND NOT l.granted",
        );
        expect(rows[0]!.waiting).toBe(1);
      }, 15_000);
      expect(sender.answers).toEqual([]);
      await holder.query('COMMIT');
    } finally {
      await holder.end();
    }
    expect(await sender.until(1)).toEqual(['AA']);
    expect(await statesOf(lab)).toEqual(['received']);
  });

  it('is missing while the database is down: the socket is closed, or AE requests a retry', async () => {
    const [shut, reported] = [await ward(), await ward({ on_database_down: 'error' })];
    listen();
    const [first, second, third] = [await connect(shut), await connect(reported), await connect(reported)];
    const address = env.DATABASE_URL!;
    const nowhere = `postgres://unknown@127.0.0.1:${await freePort()}/none`;
    try {
      // Before the pool is closed: background work may open another at once.
      env.DATABASE_URL = nowhere;
      await closePool();
      first.send(oru());
      second.send(oru());
      third.send(oru({ 15: 'AL' }));
      await first.untilClosed();
      expect(first.answers).toEqual([]);
      expect(await second.until(1)).toEqual(['AE']);
      expect(second.answers[0]).toContain('could not be stored. Send it again');
      expect(await third.until(1)).toEqual(['CR']);
    } finally {
      env.DATABASE_URL = address;
      await closePool();
    }
    // The listener continues: the same socket is served when the database is back.
    second.send(oru());
    expect(await second.until(2)).toEqual(['AE', 'AA']);
    expect([await statesOf(shut), await statesOf(reported)]).toEqual([[], ['received']]);
  });
});

describe('MLLP port', () => {
  it('rejects other addresses than the allowed ones before reading a byte', async () => {
    const lab = await ward({ allowed_addresses: ['192.0.2.0/24'] });
    listen();
    const sender = await connect(lab);
    sender.send(oru());
    expect(await sender.until(1)).toEqual([]);
    expect(await statesOf(lab)).toEqual([]);
    await vi.waitFor(async () => expect(await problemOf(lab)).toBe('address_refused'), 15_000);
  });

  it('follows the settings of its connection without a restart', async () => {
    const lab = await ward();
    listen();
    const before = await connect(lab);
    before.send(oru());
    expect(await before.until(1)).toEqual(['AA']);
    // A connection from an address that is no longer allowed is closed.
    await updateLabConnection(org.ctx, { id: lab.id, allowed_addresses: ['192.0.2.1'] });
    await before.untilClosed();
    const port = await freePort();
    await updateLabConnection(org.ctx, { id: lab.id, allowed_addresses: [], port });
    const moved = await connect({ ...lab, port });
    moved.send(oru());
    expect(await moved.until(1)).toEqual(['AA']);
    await expect(RawSender.connect(lab.port)).rejects.toThrow();
    await updateLabConnection(org.ctx, { id: lab.id, enabled: false });
    await moved.untilClosed();
    await updateLabConnection(org.ctx, { id: lab.id, enabled: true });
    const again = await connect({ ...lab, port });
    await deleteLabConnection(org.ctx, { id: lab.id });
    await again.untilClosed();
    expect(await statesOf(lab)).toEqual(['received', 'received']);
  });

  it('in use by another process is shown as a problem and opened once it is free', async () => {
    const lab = await ward();
    const other = net.createServer().listen(lab.port, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    listen();
    await vi.waitFor(async () => expect(await problemOf(lab)).toBe('port_unavailable'), 15_000);
    await new Promise((resolve) => other.close(resolve));
    const sender = await connect(lab);
    sender.send(oru());
    expect(await sender.until(1)).toEqual(['AA']);
    await vi.waitFor(async () => expect(await problemOf(lab)).toBeNull(), 15_000);
  });
});

describe('MLLP over TLS', () => {
  const { cert, key } = selfSigned('127.0.0.1');
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-mllp-'));
    await writeFile(path.join(folder, 'cert.pem'), cert);
    await writeFile(path.join(folder, 'key.pem'), key);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => {
    delete env.MLLP_TLS_CERT;
    delete env.MLLP_TLS_KEY;
    delete env.MLLP_TLS_CLIENT_CA;
  });
  const certificate = (ca?: string) =>
    Object.assign(env, {
      MLLP_TLS_CERT: path.join(folder, 'cert.pem'),
      MLLP_TLS_KEY: path.join(folder, 'key.pem'),
      ...(ca ? { MLLP_TLS_CLIENT_CA: ca } : {}),
    });
  const secured = async (lab: Ward, options: tls.ConnectionOptions = {}) => {
    (await connect(lab)).end();
    const socket = tls.connect({ port: lab.port, host: '127.0.0.1', ca: cert, ...options });
    const sender = RawSender.over(socket);
    senders.push(sender);
    return sender;
  };

  it('is required when the connection is set so, and plain text gets no reply', async () => {
    certificate();
    const lab = await ward({ tls: true });
    listen();
    const sender = await secured(lab);
    sender.send(oru());
    expect(await sender.until(1)).toEqual(['AA']);
    const plain = await connect(lab);
    plain.send(oru());
    expect(await plain.until(1)).toEqual([]);
    expect(await statesOf(lab)).toEqual(['received']);
  });

  it('requires a client certificate when a certificate authority is set', async () => {
    certificate(path.join(folder, 'cert.pem'));
    const lab = await ward({ tls: true });
    listen();
    const stranger = await secured(lab);
    stranger.send(oru());
    expect(await stranger.until(1)).toEqual([]);
    expect(await statesOf(lab)).toEqual([]);
    const known = await secured(lab, { cert, key });
    known.send(oru());
    expect(await known.until(1)).toEqual(['AA']);
  });

  it('opens no port without a certificate, and reports it', async () => {
    const lab = await ward({ tls: true });
    listen();
    await vi.waitFor(async () => expect(await problemOf(lab)).toBe('tls_unavailable'), 15_000);
    await expect(RawSender.connect(lab.port)).rejects.toThrow();
  });
});
