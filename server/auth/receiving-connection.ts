import { and, eq, isNull, sql } from 'drizzle-orm';
import { labConnections, organizations } from '../db/schema/index';
import { prepared } from '../db/prepared';
import { readInScope } from '../db/transaction';

export type ReceivingConnection = NonNullable<Awaited<ReturnType<typeof findReceiving>>>;

/** @returns null if it does not exist, is disabled, or its organization is suspended */
export async function findReceiving(orgId: string, id: string) {
  const [row] = await readInScope({ orgId }, (tx) => find(tx, { orgId, id }));
  if (!row?.enabled || row.suspendedAt) return null;
  const { enabled: _enabled, suspendedAt: _suspendedAt, sandboxOf, ...settings } = row;
  return { ...settings, sandbox: sandboxOf !== null };
}

const given = sql.placeholder;

const find = prepared('find_receiving_connection', (tx) =>
  tx
    .select({
      orgId: labConnections.orgId,
      id: labConnections.id,
      enabled: labConnections.enabled,
      kind: labConnections.kind,
      transport: labConnections.transport,
      allowedAddresses: labConnections.allowedAddresses,
      charset: labConnections.charset,
      processingPolicy: labConnections.processingPolicy,
      sendingApplication: labConnections.sendingApplication,
      sendingFacility: labConnections.sendingFacility,
      receivingApplication: labConnections.receivingApplication,
      receivingFacility: labConnections.receivingFacility,
      lastMessageAt: labConnections.lastMessageAt,
      /** Orders are sent to this laboratory, so it may answer them here. */
      sendsOrders: sql<boolean>`exists (select 1 from order_destinations d where d.org_id = ${labConnections.orgId} and d.connection_id = ${labConnections.id})`,
      sandboxOf: organizations.sandboxOf,
      suspendedAt: organizations.suspendedAt,
    })
    .from(labConnections)
    .innerJoin(organizations, eq(organizations.id, labConnections.orgId))
    .where(
      and(
        eq(labConnections.orgId, given('orgId')),
        eq(labConnections.id, given('id')),
        isNull(labConnections.deletedAt),
      ),
    ),
);
