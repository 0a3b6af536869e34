import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import tls, { type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuditStream } from '../../../server/audit/stream/audit-stream';
import { oldestUnsent } from '../../../server/audit/stream/rows';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { env } from '../../../server/env';
import type { Loop } from '../../../server/jobs/loop';
import { newRequestId, showId } from '../../../server/shared/ids';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { jane } from '../../support/documents';
import { selfSigned } from '../../unit/webhooks/certificate';
import { nightly } from '../../support/test-size';

/** The audit as a syslog server receives it over real TLS: format, order, at least once. */

interface Received {
  head: string;
  body: Record<string, unknown> & { id: string; organization: string };
}

const certificate = selfSigned('127.0.0.1');
const caFile = path.join(os.tmpdir(), `syslog-ca-${process.pid}.pem`);
let org: TestOrg;
let server: tls.Server;
let received: Received[] = [];
/** Called for each connection that has sent frames. */
let onFrames: (socket: TLSSocket) => void = () => undefined;
let streams: Loop[] = [];

/** Frames of RFC 5425: the length in bytes, a space, the message. */
function takeFrames(bytes: Buffer): Buffer {
  for (let rest = bytes; ;) {
    const space = rest.indexOf(' ');
    const length = Number(rest.subarray(0, Math.max(0, space)).toString());
    if (space < 1 || rest.length < space + 1 + length) return rest;
    const message = rest.subarray(space + 1, space + 1 + length).toString();
    const [head, text] = message.split(' \ufeff');
    received.push({ head: head!, body: JSON.parse(text!) as Received['body'] });
    rest = rest.subarray(space + 1 + length);
  }
}

beforeAll(async () => {
  await writeFile(caFile, certificate.cert);
  server = tls.createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const before = received.length;
      rest = takeFrames(Buffer.concat([rest, chunk]));
      if (received.length > before) onFrames(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(caFile, { force: true });
});
beforeEach(async () => {
  // What other tests have left is not sent.
  await asSuperuser(`
    INSERT INTO audit_streams (org_id, last_txid, last_id)
    SELECT o.id, '9223372036854775807'::xid8, 'ffffffff-ffff-ffff-ffff-ffffffffffff' FROM organizations o
    ON CONFLICT (org_id) DO UPDATE SET last_txid = excluded.last_txid, last_id = excluded.last_id, lease_until = NULL`);
  org = await testOrg();
  received = [];
  const { port } = server.address() as { port: number };
  Object.assign(env, { AUDIT_SYSLOG_URL: `tls://127.0.0.1:${port}`, AUDIT_SYSLOG_CA: caFile });
});
afterEach(async () => {
  onFrames = () => undefined;
  await Promise.all(streams.map((stream) => stream.stop()));
  streams = [];
  Object.assign(env, { AUDIT_SYSLOG_URL: undefined, AUDIT_SYSLOG_CA: undefined });
});

const start = (): void => void streams.push(startAuditStream({ everyMs: 10, confirmMs: 100 })!);
const makePatients = async (count: number) => {
  const made = [];
  for (let n = 0; n < count; n++)
    made.push(
      await createPatient(
        { ...org.ctx, requestId: newRequestId() },
        { ...jane, name: { ...jane.name, family: 'Canary' } },
      ),
    );
  return made;
};
const idsInDatabase = async (): Promise<string[]> =>
  (
    await asSuperuser<{ id: string }>('SELECT id FROM audit_events WHERE org_id = $1 ORDER BY txid, id', [
      org.orgId,
    ])
  ).map(({ id }) => showId('audit_event', id));
const ours = () =>
  received
    .filter(({ body }) => body.organization === showId('organization', org.orgId))
    .map(({ body }) => body.id);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await holds()).toBe(true);
}
const allSent = () => until(async () => (await oldestUnsent()) === null);

describe('audit stream', () => {
  it('sends each row once in order, in the format of RFC 5424, with IDs and without values', async () => {
    const [patient] = await makePatients(3);
    start();
    await allSent();
    expect(ours()).toEqual(await idsInDatabase());
    const { head, body } = received.find((one) => one.body.action === 'create_patient')!;
    expect(head).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]{1,255} clinical - create_patient -$/,
    );
    expect(body).toEqual({
      id: expect.stringMatching(/^aud_/),
      organization: showId('organization', org.orgId),
      at: expect.any(String),
      actor: 'system',
      app: null,
      transport: expect.any(String),
      action: 'create_patient',
      kind: 'write',
      outcome: 'allowed',
      code: null,
      object: patient!.id,
      patients: [patient!.id],
      patient_count: 1,
      request_id: expect.stringMatching(/^req_/),
      ip: null,
    });
    expect(JSON.stringify(received)).not.toMatch(/Canary/i);
  });

  it('continues after the last row, also in another process', async () => {
    await makePatients(1);
    start();
    await allSent();
    await streams.pop()!.stop();
    await makePatients(2);
    start();
    await allSent();
    expect(ours()).toEqual(await idsInDatabase());
  });

  it('sends rows again if the connection ends before they are confirmed', nightly, async () => {
    let cut = 0;
    onFrames = (socket) => {
      if (cut++ < 2) socket.destroy();
    };
    await makePatients(2);
    start();
    await allSent();
    const ids = await idsInDatabase();
    expect([...new Set(ours())]).toEqual(ids);
    expect(ours().length).toBe(3 * ids.length);
  });

  it('sends each row once if several processes run', nightly, async () => {
    await makePatients(5);
    for (let n = 0; n < 3; n++) start();
    await allSent();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ours()).toEqual(await idsInDatabase());
  });

  it('sends nothing to a server that the authority has not certified, and keeps the rows', async () => {
    env.AUDIT_SYSLOG_CA = undefined;
    await makePatients(1);
    start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(received).toEqual([]);
    expect(await oldestUnsent()).not.toBeNull();
  });
});
