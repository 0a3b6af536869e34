import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import tls, { type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { env } from '../../../server/env';
import { startMllp, type Mllp } from '../../../server/intake/mllp/listeners';
import { asSuperuser, testOrg } from '../../support/database';
import { laboratory } from '../../support/laboratory';
import { freePort } from '../../support/server';
import { selfSigned } from '../../unit/webhooks/certificate';

/** A certificate is renewed while the port stays open. */

let folder = '';
let mllp: Mllp | undefined;
const sockets: TLSSocket[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-mllp-'));
  Object.assign(env, {
    MLLP_TLS_CERT: path.join(folder, 'cert.pem'),
    MLLP_TLS_KEY: path.join(folder, 'key.pem'),
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await mllp?.stop();
  delete env.MLLP_TLS_CERT;
  delete env.MLLP_TLS_KEY;
  await rm(folder, { recursive: true, force: true });
});

type Pair = ReturnType<typeof selfSigned>;
const put = async ({ key, cert }: Pair) => {
  await writeFile(path.join(folder, 'key.pem'), key);
  await writeFile(path.join(folder, 'cert.pem'), cert);
};

/** Resolves when the port has shown this certificate. */
const connect = (port: number, { cert }: Pair) =>
  vi.waitFor(
    () =>
      new Promise<TLSSocket>((resolve, reject) => {
        const socket = tls.connect({ port, host: '127.0.0.1', ca: cert }, () => resolve(socket));
        sockets.push(socket);
        socket.on('error', reject);
      }),
    { timeout: 10_000, interval: 30 },
  );

it('gives a new certificate to new connections, keeps open connections, and rejects a broken certificate', async () => {
  const [first, second] = [selfSigned('127.0.0.1'), selfSigned('127.0.0.1')];
  await put(first);
  const org = await testOrg();
  const port = await freePort();
  const { source } = await laboratory(org.ctx, { transport: 'mllp', port, tls: true });
  const problem = async () =>
    (
      await asSuperuser<{ last_problem: string | null }>(
        'SELECT last_problem FROM lab_connections WHERE id = $1',
        [source.connectionId],
      )
    )[0]!.last_problem;
  mllp = startMllp({ pollMs: 30 });
  const before = await connect(port, first);
  // Only the key was replaced so far, so key and certificate do not match.
  await writeFile(path.join(folder, 'key.pem'), second.key);
  await vi.waitFor(async () => expect(await problem()).toBe('tls_unavailable'), { timeout: 10_000 });
  await connect(port, first);
  await put(second);
  await connect(port, second);
  expect(before.destroyed).toBe(false);
  await vi.waitFor(async () => expect(await problem()).toBeNull(), { timeout: 10_000 });
});
