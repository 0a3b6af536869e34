import { access, constants } from 'node:fs/promises';
import { withTenant } from '../../db/transaction';
import { ofCause, type Cause } from '../../outbound/failure';
import { openSocket, orderPolicy, type SocketTarget } from '../../outbound/open-socket';
import { assertAllowed, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { MANAGE } from '../lab-connections/access';
import { findDestination, secretsOf, type DestinationRow } from './access';
import type { DestinationTest, OrderDestinationPath } from './contract';

const CONNECT_MS = 5_000;
const operation = { action: 'test_order_destination', kind: 'write', ...MANAGE } as const;

/** Opens a connection, with TLS if it is used, and closes it without sending anything. @throws DomainError `not_found` */
export async function testOrderDestination(
  ctx: Context,
  { id }: OrderDestinationPath,
): Promise<DestinationTest> {
  assertAllowed(ctx, operation);
  const row = await withTenant(ctx.actor.orgId, (tx) => findDestination(tx, ctx, id));
  // Network outside the transaction.
  const output = row.transport === 'folder' ? await testFolder(row) : await testSocket(targetOf(row));
  return perform(ctx, operation, () =>
    Promise.resolve({
      output,
      audit: { objectKind: 'lab_connection', objectId: row.connectionId, detail: { ok: output.ok } },
    }),
  );
}

/** Of a destination with the transport `mllp` or `https`. */
export function targetOf(row: DestinationRow): SocketTarget {
  const { clientKey } = secretsOf(row);
  const tls = {
    ca: row.caCertificate ?? undefined,
    cert: row.clientCertificate ?? undefined,
    key: clientKey ?? undefined,
  };
  if (row.transport === 'mllp') return { host: row.host!, port: row.port!, tls: row.tls ? tls : null };
  const { hostname, port } = new URL(row.url!);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 443), tls };
}

async function testSocket(target: SocketTarget): Promise<DestinationTest> {
  if (orderPolicy().proxy && target.tls)
    return failed('connect', 'Connections through the proxy of this service cannot be tested.');
  const connected = { step: 'connect' as const, ok: true, detail: 'The connection was opened.' };
  try {
    const socket = await openSocket(target, { connectMs: CONNECT_MS });
    socket.on('error', () => undefined);
    socket.destroy();
    const secured = { step: 'tls' as const, ok: true, detail: 'The TLS certificate was accepted.' };
    return { ok: true, steps: target.tls ? [connected, secured] : [connected] };
  } catch (error) {
    const { error: kind, detail } = ofCause(error as Cause);
    return kind === 'tls'
      ? { ok: false, steps: [connected, { step: 'tls', ok: false, detail }] }
      : failed('connect', detail);
  }
}

async function testFolder({ directory }: DestinationRow): Promise<DestinationTest> {
  try {
    await access(directory!, constants.W_OK | constants.X_OK);
    return { ok: true, steps: [{ step: 'folder', ok: true, detail: 'Files can be written.' }] };
  } catch {
    return failed('folder', 'The folder cannot be written.');
  }
}

const failed = (step: 'connect' | 'folder', detail: string): DestinationTest => ({
  ok: false,
  steps: [{ step, ok: false, detail }],
});
