import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  apiKeys,
  catalogTests,
  delegations,
  deliveries,
  documents,
  inboundMessages,
  inboundReports,
  ingestKeys,
  invitations,
  labCodes,
  labConnections,
  labOrders,
  labProviders,
  labResults,
  memberships,
  oauthApps,
  oauthGrants,
  orderSets,
  organizations,
  patients,
  uploads,
  users,
  webhooks,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { showId, type Kind } from '../../shared/ids';
import { titleOf } from '../reviews/present';
import {
  objectOf,
  patientsOf,
  type AuditRow,
  type FoundObject,
  type FoundObjects,
  type NamedPatient,
} from './entries';

/**
 * Names of the objects and patients of a page of audit entries: one query per kind, all sent together. Records of
 * deleted patients are not named, as everywhere else.
 */

type Find = (
  tx: Tx,
  orgId: string,
  ids: string[],
) => PromiseLike<readonly { id: string; name: string | null; parentId?: string; deletedAt?: Date | null }[]>;

interface Source {
  find: Find;
  /** Kind of the object on whose page the object is. */
  parent?: Kind;
}

const SOURCES: Partial<Record<Kind, Source>> = {
  document: {
    parent: 'patient',
    find: (tx, orgId, ids) =>
      tx
        .select({ id: documents.id, name: documents.title, parentId: documents.patientId })
        .from(documents)
        .innerJoin(patients, and(eq(patients.orgId, documents.orgId), eq(patients.id, documents.patientId)))
        .where(and(eq(documents.orgId, orgId), inArray(documents.id, ids), isNull(patients.deletedAt))),
  },
  lab_result: {
    parent: 'patient',
    find: (tx, orgId, ids) =>
      tx
        .select({ id: labResults.id, panels: labResults.panels, parentId: labResults.patientId })
        .from(labResults)
        .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
        .where(and(eq(labResults.orgId, orgId), inArray(labResults.id, ids), isNull(patients.deletedAt)))
        .then((rows) => rows.map((row) => ({ ...row, name: titleOf(row) }))),
  },
  lab_order: {
    parent: 'patient',
    find: (tx, orgId, ids) =>
      tx
        .select({ id: labOrders.id, name: labOrders.orderNumber, parentId: labOrders.patientId })
        .from(labOrders)
        .innerJoin(patients, and(eq(patients.orgId, labOrders.orgId), eq(patients.id, labOrders.patientId)))
        .where(and(eq(labOrders.orgId, orgId), inArray(labOrders.id, ids), isNull(patients.deletedAt))),
  },
  order_set: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: orderSets.id, name: orderSets.name })
        .from(orderSets)
        .where(and(eq(orderSets.orgId, orgId), inArray(orderSets.id, ids))),
  },
  upload: {
    parent: 'patient',
    find: (tx, orgId, ids) =>
      tx
        .select({ id: uploads.id, name: uploads.fileName, parentId: uploads.patientId })
        .from(uploads)
        .innerJoin(patients, and(eq(patients.orgId, uploads.orgId), eq(patients.id, uploads.patientId)))
        .where(and(eq(uploads.orgId, orgId), inArray(uploads.id, ids), isNull(patients.deletedAt))),
  },
  user: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: users.id, name: users.name })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, ids))),
  },
  delegation: {
    parent: 'user',
    find: (tx, orgId, ids) =>
      tx
        .select({ id: delegations.id, name: users.name, parentId: delegations.userId })
        .from(delegations)
        .innerJoin(
          memberships,
          and(eq(memberships.orgId, delegations.orgId), eq(memberships.userId, delegations.userId)),
        )
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(delegations.orgId, orgId), inArray(delegations.id, ids))),
  },
  invitation: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: invitations.id, name: invitations.email })
        .from(invitations)
        .where(and(eq(invitations.orgId, orgId), inArray(invitations.id, ids))),
  },
  organization: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: organizations.id, name: organizations.name })
        .from(organizations)
        .where(and(eq(organizations.id, orgId), inArray(organizations.id, ids))),
  },
  api_key: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: apiKeys.id, name: apiKeys.name })
        .from(apiKeys)
        .where(and(eq(apiKeys.orgId, orgId), inArray(apiKeys.id, ids))),
  },
  oauth_app: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: oauthApps.id, name: oauthApps.name, deletedAt: oauthApps.deletedAt })
        .from(oauthApps)
        .where(and(eq(oauthApps.orgId, orgId), inArray(oauthApps.id, ids))),
  },
  oauth_grant: {
    parent: 'oauth_app',
    find: (tx, orgId, ids) =>
      tx
        .select({
          id: oauthGrants.id,
          name: oauthApps.name,
          parentId: oauthGrants.appId,
          deletedAt: oauthApps.deletedAt,
        })
        .from(oauthGrants)
        .innerJoin(
          oauthApps,
          and(eq(oauthApps.orgId, oauthGrants.orgId), eq(oauthApps.id, oauthGrants.appId)),
        )
        .where(and(eq(oauthGrants.orgId, orgId), inArray(oauthGrants.id, ids))),
  },
  webhook: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: webhooks.id, name: webhooks.url, deletedAt: webhooks.deletedAt })
        .from(webhooks)
        .where(and(eq(webhooks.orgId, orgId), inArray(webhooks.id, ids))),
  },
  delivery: {
    parent: 'webhook',
    find: (tx, orgId, ids) =>
      tx
        .select({
          id: deliveries.id,
          name: webhooks.url,
          parentId: deliveries.webhookId,
          deletedAt: webhooks.deletedAt,
        })
        .from(deliveries)
        .innerJoin(webhooks, and(eq(webhooks.orgId, deliveries.orgId), eq(webhooks.id, deliveries.webhookId)))
        .where(and(eq(deliveries.orgId, orgId), inArray(deliveries.id, ids))),
  },
  lab_connection: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: labConnections.id, name: labConnections.name, deletedAt: labConnections.deletedAt })
        .from(labConnections)
        .where(and(eq(labConnections.orgId, orgId), inArray(labConnections.id, ids))),
  },
  ingest_key: {
    parent: 'lab_connection',
    find: (tx, orgId, ids) =>
      tx
        .select({
          id: ingestKeys.id,
          name: labConnections.name,
          parentId: ingestKeys.connectionId,
          deletedAt: labConnections.deletedAt,
        })
        .from(ingestKeys)
        .innerJoin(
          labConnections,
          and(eq(labConnections.orgId, ingestKeys.orgId), eq(labConnections.id, ingestKeys.connectionId)),
        )
        .where(and(eq(ingestKeys.orgId, orgId), inArray(ingestKeys.id, ids))),
  },
  inbound_message: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: inboundMessages.id, name: inboundMessages.controlId })
        .from(inboundMessages)
        .where(and(eq(inboundMessages.orgId, orgId), inArray(inboundMessages.id, ids))),
  },
  inbound_report: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: inboundReports.id, name: inboundReports.keyNumber })
        .from(inboundReports)
        .where(and(eq(inboundReports.orgId, orgId), inArray(inboundReports.id, ids))),
  },
  lab_code: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: labCodes.id, name: labCodes.code })
        .from(labCodes)
        .where(and(eq(labCodes.orgId, orgId), inArray(labCodes.id, ids))),
  },
  lab_provider: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: labProviders.id, name: labProviders.number })
        .from(labProviders)
        .where(and(eq(labProviders.orgId, orgId), inArray(labProviders.id, ids))),
  },
  catalog_test: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: catalogTests.id, name: catalogTests.name })
        .from(catalogTests)
        .where(and(eq(catalogTests.orgId, orgId), inArray(catalogTests.id, ids))),
  },
};

export async function findObjects(tx: Tx, orgId: string, rows: readonly AuditRow[]): Promise<FoundObjects> {
  const wanted = new Map<Kind, Set<string>>();
  for (const object of rows.map(objectOf))
    if (object && SOURCES[object.kind])
      wanted.set(object.kind, (wanted.get(object.kind) ?? new Set()).add(object.id));
  const found = await together(
    ...[...wanted].map(async ([kind, ids]) => {
      const { find, parent } = SOURCES[kind]!;
      return (await find(tx, orgId, [...ids])).map((row): [string, FoundObject] => [
        showId(kind, row.id),
        {
          name: row.name,
          parent: parent && row.parentId ? { kind: parent, id: row.parentId } : null,
          deleted: Boolean(row.deletedAt),
        },
      ]);
    }),
  );
  return new Map(found.flat());
}

/** Includes deleted patients, which only an ID represents. */
export async function findPatientsOf(
  tx: Tx,
  orgId: string,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, NamedPatient>> {
  const ids = [...new Set(rows.flatMap(patientsOf))];
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: patients.id, name: patients.name, mrn: patients.mrn, deletedAt: patients.deletedAt })
    .from(patients)
    .where(and(eq(patients.orgId, orgId), inArray(patients.id, ids)));
  return new Map(found.map((row) => [row.id, row]));
}
