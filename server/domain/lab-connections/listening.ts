import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { labConnections, organizations } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';
import type { ConnectionProblem, IgnoredFiles, Transport } from '../../data-types/lab-connection-codes';

export interface Listening {
  orgId: string;
  id: string;
  port: number | null;
  tls: boolean;
  allowedAddresses: string[];
  directory: string | null;
  onDatabaseDown: 'close' | 'error';
  idleMinutes: number;
}

/** Enabled connections of organizations that are not suspended. */
export function listListening(transport: Transport): Promise<Listening[]> {
  return asWorker((tx) =>
    tx
      .select({
        orgId: labConnections.orgId,
        id: labConnections.id,
        port: labConnections.port,
        tls: labConnections.tls,
        allowedAddresses: labConnections.allowedAddresses,
        directory: labConnections.directory,
        onDatabaseDown: labConnections.onDatabaseDown,
        idleMinutes: labConnections.idleMinutes,
      })
      .from(labConnections)
      .innerJoin(organizations, eq(organizations.id, labConnections.orgId))
      .where(
        and(
          eq(labConnections.transport, transport),
          eq(labConnections.enabled, true),
          isNull(labConnections.deletedAt),
          isNull(organizations.suspendedAt),
        ),
      )
      .orderBy(asc(labConnections.orgId), asc(labConnections.id)),
  );
}

type Which = Pick<Listening, 'orgId' | 'id'>;

export function noteProblem({ orgId, id }: Which, problem: ConnectionProblem): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(labConnections)
      .set({ lastProblem: problem, lastProblemAt: new Date() })
      .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, id)));
  });
}

/** @param ignoredFiles null clears the warning */
export function noteIgnoredFiles({ orgId, id }: Which, ignoredFiles: IgnoredFiles | null): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(labConnections)
      .set({ ignoredFiles })
      .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, id)));
  });
}

export function countRejected({ orgId, id }: Which, rejected: number): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(labConnections)
      .set({ refusedConnections: sql`${labConnections.refusedConnections} + ${rejected}` })
      .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, id)));
  });
}

export function clearProblem({ orgId, id }: Which, problem: ConnectionProblem): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(labConnections)
      .set({ lastProblem: null, lastProblemAt: null })
      .where(
        and(
          eq(labConnections.orgId, orgId),
          eq(labConnections.id, id),
          eq(labConnections.lastProblem, problem),
        ),
      );
  });
}
