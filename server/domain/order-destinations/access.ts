import { and, count, desc, eq, gte, min, or } from 'drizzle-orm';
import { openSecret, sealSecret, type Place } from '../../auth/secret-box';
import { orderDestinations, outboundMessages } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { lowestIdAt, notFound, showId } from '../../shared/ids';
import { findLabConnection } from '../lab-connections/access';
import type { OrderDestination } from './contract';

export type DestinationRow = typeof orderDestinations.$inferSelect;

const MONTH_MS = 30 * 86_400_000;

/** @throws DomainError `not_found` */
export async function findDestination(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<DestinationRow> {
  const connection = await findLabConnection(tx, ctx, id);
  const row = await destinationOf(tx, ctx, connection.id, options);
  if (!row) throw notFound();
  return row;
}

export async function destinationOf(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DestinationRow | null> {
  const query = tx
    .select()
    .from(orderDestinations)
    .where(
      and(eq(orderDestinations.orgId, ctx.actor.orgId), eq(orderDestinations.connectionId, connectionId)),
    );
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

/** The destination of a laboratory in the catalog, if its orders are transmitted. */
export async function destinationOfLab(
  tx: Tx,
  ctx: Context,
  labId: string | null,
): Promise<DestinationRow | null> {
  if (labId === null) return null;
  const [row] = await tx
    .select()
    .from(orderDestinations)
    .where(and(eq(orderDestinations.orgId, ctx.actor.orgId), eq(orderDestinations.labId, labId)));
  return row ?? null;
}

/** The laboratories in the catalog whose orders are transmitted. */
export function connectedLabs(tx: Tx, ctx: Context) {
  const { labId, paused, failingSince } = orderDestinations;
  return tx
    .select({ labId, paused, failingSince })
    .from(orderDestinations)
    .where(eq(orderDestinations.orgId, ctx.actor.orgId));
}

/** @throws DomainError `invalid_state` if orders are still queued, because nothing could send them */
export async function removeDestination(tx: Tx, ctx: Context, connectionId: string): Promise<boolean> {
  if (!(await destinationOf(tx, ctx, connectionId, { lock: true }))) return false;
  const [queued] = await tx
    .select({ id: outboundMessages.id })
    .from(outboundMessages)
    .where(
      and(
        eq(outboundMessages.orgId, ctx.actor.orgId),
        eq(outboundMessages.connectionId, connectionId),
        eq(outboundMessages.status, 'queued'),
      ),
    )
    .limit(1);
  if (queued)
    throw new DomainError('invalid_state', 'Orders for this laboratory are still queued. Cancel them first.');
  await tx
    .delete(orderDestinations)
    .where(
      and(eq(orderDestinations.orgId, ctx.actor.orgId), eq(orderDestinations.connectionId, connectionId)),
    );
  return true;
}

type SecretColumn = 'client_key' | 'bearer_token';

export const placeOfCredential = (orgId: string, connectionId: string, column: SecretColumn): Place => ({
  orgId,
  table: 'order_destinations',
  row: connectionId,
  column,
});

export const sealFor = (orgId: string, connectionId: string, column: SecretColumn, plain: string): string =>
  sealSecret(plain, placeOfCredential(orgId, connectionId, column));

/** @throws Error if the encryption keys are missing or changed */
export function secretsOf(
  row: Pick<DestinationRow, 'orgId' | 'connectionId' | 'clientKey' | 'bearerToken'>,
): {
  clientKey: string | null;
  bearerToken: string | null;
} {
  const open = (column: SecretColumn, stored: string | null) =>
    stored === null ? null : openSecret(stored, placeOfCredential(row.orgId, row.connectionId, column));
  return {
    clientKey: open('client_key', row.clientKey),
    bearerToken: open('bearer_token', row.bearerToken),
  };
}

export async function presentDestination(
  tx: Tx,
  ctx: Context,
  row: DestinationRow,
  now = new Date(),
): Promise<OrderDestination> {
  const { status, createdAt, finishedAt } = outboundMessages;
  const own = and(
    eq(outboundMessages.orgId, ctx.actor.orgId),
    eq(outboundMessages.connectionId, row.connectionId),
  );
  const [[queued], [failed], [accepted]] = await together(
    tx
      .select({ count: count(), oldest: min(createdAt) })
      .from(outboundMessages)
      .where(and(own, eq(status, 'queued'))),
    tx
      .select({ count: count() })
      .from(outboundMessages)
      .where(
        and(
          own,
          or(eq(status, 'failed'), eq(status, 'rejected')),
          gte(outboundMessages.id, lowestIdAt(new Date(now.getTime() - MONTH_MS))),
        ),
      ),
    tx
      .select({ at: finishedAt })
      .from(outboundMessages)
      .where(and(own, eq(status, 'accepted')))
      .orderBy(desc(outboundMessages.id))
      .limit(1),
  );
  return {
    id: showId('lab_connection', row.connectionId),
    object: 'order_destination',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    transport: row.transport,
    lab_id: row.labId,
    host: row.host,
    port: row.port,
    tls: row.tls,
    url: row.url,
    directory: row.directory,
    ca_certificate: row.caCertificate,
    client_certificate: row.clientCertificate,
    has_client_key: row.clientKey !== null,
    has_bearer_token: row.bearerToken !== null,
    message_type: row.messageType,
    hl7_version: row.hl7Version,
    processing_id: row.processingId,
    sending_application: row.sendingApplication,
    sending_facility: row.sendingFacility,
    receiving_application: row.receivingApplication,
    receiving_facility: row.receivingFacility,
    account_number: row.accountNumber,
    provider_identifier_type: row.providerIdentifierType,
    charset: row.charset,
    acknowledgment_mode: row.acknowledgmentMode,
    wait_seconds: row.waitSeconds,
    most_attempts: row.mostAttempts,
    paused: row.paused,
    queue: {
      queued: queued!.count,
      oldest_queued_at: queued!.oldest?.toISOString() ?? null,
      failed: failed!.count,
      last_accepted_at: accepted?.at?.toISOString() ?? null,
    },
  };
}
