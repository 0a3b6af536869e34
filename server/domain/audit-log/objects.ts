import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  apiKeys,
  authSessions,
  catalogImports,
  catalogTests,
  delegations,
  deliveries,
  documents,
  inboundDocuments,
  inboundMessages,
  inboundPatientUpdates,
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
import { PREFIX, readId, showId, type Kind } from '../../shared/ids';
import { maskUrl } from '../../shared/recorded-changes';
import { keyEnding } from '../api-keys/rules';
import { initialsOfName } from '../patients/present';
import { titleOf } from '../reviews/present';
import { deviceWords } from '../sessions/present';
import { objectOf, type AuditRow, type FoundObject, type FoundObjects, type NamedPatient } from './entries';
import { erasedPatients } from './of-patient';

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
  /** Not of a chart yet: its name may be about a patient. */
  isReceived?: true;
}

type Table = PgTable & Record<'orgId' | 'id', PgColumn>;

/** An object whose row has its name. */
const named = (table: Table, name: PgColumn, deletedAt?: PgColumn): Source => ({
  find: (tx, orgId, ids) =>
    tx
      .select({
        id: sql<string>`${table.id}`,
        name: sql<string | null>`${name}`,
        deletedAt: sql<Date | null>`${deletedAt ?? null}`,
      })
      .from(table)
      .where(and(eq(table.orgId, orgId), inArray(table.id, ids))),
});

/** An object with a URL as its name. */
const withoutCredentials = ({ find, ...source }: Source): Source => ({
  ...source,
  find: async (...given) =>
    (await find(...given)).map((row) => ({ ...row, name: row.name && maskUrl(row.name) })),
});

/** An object of a chart; not that of a deleted patient. */
const inChart = (table: Table & { patientId: PgColumn }, name: PgColumn): Source => ({
  parent: 'patient',
  find: (tx, orgId, ids) =>
    tx
      .select({
        id: sql<string>`${table.id}`,
        name: sql<string | null>`${name}`,
        parentId: sql<string>`${table.patientId}`,
      })
      .from(table)
      .innerJoin(patients, and(eq(patients.orgId, table.orgId), eq(patients.id, table.patientId)))
      .where(and(eq(table.orgId, orgId), inArray(table.id, ids), isNull(patients.deletedAt))),
});

const SOURCES: Partial<Record<Kind, Source>> = {
  document: inChart(documents, documents.title),
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
  lab_order: inChart(labOrders, labOrders.orderNumber),
  order_set: named(orderSets, orderSets.name),
  upload: inChart(uploads, uploads.fileName),
  user: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: users.id, name: users.name })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, ids))),
  },
  session: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: authSessions.id, userAgent: authSessions.userAgent })
        .from(authSessions)
        .where(and(eq(authSessions.orgId, orgId), inArray(authSessions.id, ids)))
        .then((rows) => rows.map(({ id, userAgent }) => ({ id, name: deviceWords(userAgent) }))),
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
  invitation: named(invitations, invitations.email),
  organization: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: organizations.id, name: organizations.name })
        .from(organizations)
        .where(and(eq(organizations.id, orgId), inArray(organizations.id, ids))),
  },
  // Rotated keys have one name.
  api_key: {
    find: (tx, orgId, ids) =>
      tx
        .select({ id: apiKeys.id, name: apiKeys.name, stub: apiKeys.stub })
        .from(apiKeys)
        .where(and(eq(apiKeys.orgId, orgId), inArray(apiKeys.id, ids)))
        .then((rows) =>
          rows.map(({ id, name, stub }) => ({ id, name: `${name} ending in ${keyEnding(stub)}` })),
        ),
  },
  oauth_app: named(oauthApps, oauthApps.name, oauthApps.deletedAt),
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
  webhook: withoutCredentials(named(webhooks, webhooks.url, webhooks.deletedAt)),
  delivery: withoutCredentials({
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
  }),
  lab_connection: named(labConnections, labConnections.name, labConnections.deletedAt),
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
        .select({
          id: inboundMessages.id,
          // In the time zone of the organization, as on the pages.
          name: sql<string>`coalesce(nullif(${inboundMessages.controlId}, ''),
            concat_ws(' ', coalesce(${inboundMessages.messageType}, 'Message'),
              to_char(${inboundMessages.receivedAt} at time zone ${organizations.timeZone}, 'DD-Mon-YYYY HH24:MI')))`,
        })
        .from(inboundMessages)
        .innerJoin(organizations, eq(organizations.id, inboundMessages.orgId))
        .where(and(eq(inboundMessages.orgId, orgId), inArray(inboundMessages.id, ids))),
  },
  inbound_report: { ...named(inboundReports, inboundReports.keyNumber), isReceived: true },
  inbound_document: { ...named(inboundDocuments, inboundDocuments.title), isReceived: true },
  inbound_patient_update: named(inboundPatientUpdates, inboundPatientUpdates.event),
  lab_code: named(labCodes, labCodes.code),
  lab_provider: named(labProviders, labProviders.number),
  catalog_test: named(catalogTests, catalogTests.name),
  catalog_import: named(catalogImports, catalogImports.labName),
};

const kindOfId = (id: string): Kind | undefined =>
  (Object.keys(PREFIX) as Kind[]).find((kind) => id.startsWith(`${PREFIX[kind]}_`));

/** The first of the IDs in a request that is an object of the organization, and the patient in whose chart it is. */
export async function findNamedObject(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<{ objectKind?: Kind; objectId?: string; patientIds?: string[] }> {
  for (const id of ids) {
    const kind = kindOfId(id);
    const uuid = kind && readId(kind, id);
    const source = kind && SOURCES[kind];
    const [found] = uuid && source ? await source.find(tx, orgId, [uuid]) : [];
    if (uuid && source && found) {
      const patientIds = source.parent === 'patient' && found.parentId ? [found.parentId] : [];
      return { objectKind: kind, objectId: uuid, patientIds };
    }
  }
  return {};
}

export function findObjects(tx: Tx, orgId: string, rows: readonly AuditRow[]): Promise<FoundObjects> {
  return findSome(tx, orgId, rows, () => true);
}

/** Without those of patients. */
export function findObjectsOutsideCharts(
  tx: Tx,
  orgId: string,
  rows: readonly AuditRow[],
): Promise<FoundObjects> {
  return findSome(tx, orgId, rows, ({ parent, isReceived }) => parent !== 'patient' && !isReceived);
}

async function findSome(
  tx: Tx,
  orgId: string,
  rows: readonly AuditRow[],
  isWanted: (source: Source) => boolean,
): Promise<FoundObjects> {
  const wanted = new Map<Kind, Set<string>>();
  for (const object of rows.map(objectOf)) {
    const source = object && SOURCES[object.kind];
    if (source && isWanted(source))
      wanted.set(object.kind, (wanted.get(object.kind) ?? new Set()).add(object.id));
  }
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

/** Includes deleted and erased patients, which only an ID represents. */
export async function findPatients(
  tx: Tx,
  orgId: string,
  given: readonly string[],
): Promise<ReadonlyMap<string, NamedPatient>> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: patients.id, name: patients.name, mrn: patients.mrn, deletedAt: patients.deletedAt })
    .from(patients)
    .where(and(eq(patients.orgId, orgId), inArray(patients.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const erased = await erasedPatients(
    tx,
    orgId,
    ids.filter((id) => !known.has(id)),
  );
  return new Map([
    ...found.map((row): [string, NamedPatient] => [row.id, row]),
    ...erased.map((id): [string, NamedPatient] => [id, { id, name: null, mrn: null, deletedAt: null }]),
  ]);
}

/** Without what the user may not see of restricted charts. */
export function hideClosed(
  { objects, patients: named }: { objects: FoundObjects; patients: ReadonlyMap<string, NamedPatient> },
  closed: ReadonlySet<string>,
): { objects: FoundObjects; patients: ReadonlyMap<string, NamedPatient> } {
  if (closed.size === 0) return { objects, patients: named };
  const isClosed = ({ parent }: FoundObject) => parent?.kind === 'patient' && closed.has(parent.id);
  return {
    objects: new Map([...objects].map(([id, one]) => [id, isClosed(one) ? { ...one, name: null } : one])),
    patients: new Map(
      [...named].map(([id, one]) => [
        id,
        closed.has(id) && one.name ? { ...one, name: initialsOfName(one.name), mrn: null } : one,
      ]),
    ),
  };
}
