import { and, asc, eq, notInArray } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { documents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';

/**
 * The patient's first document with the same bytes (UUID). Locked per file, so that of two concurrent uploads one sees
 * the other. Documents without bytes are never copies.
 */
export async function earlierCopy(
  tx: Tx,
  { orgId, patientId, sha256 }: { orgId: string; patientId: string; sha256: string },
): Promise<string | null> {
  await lockThing(tx, 'document', orgId, patientId, sha256);
  const [earlier] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.patientId, patientId),
        eq(documents.sha256, sha256),
        notInArray(documents.status, ['pending_upload', 'failed', 'entered_in_error']),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(1);
  return earlier?.id ?? null;
}
