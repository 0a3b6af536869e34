import { and, eq } from 'drizzle-orm';
import { erasures } from '../../db/schema/index';
import { isDomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { newId, readId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { findRecords, type ErasureRow } from './access';
import type { Erasure } from './contract';
import { auditOf, eraseAndCertify } from './erase-patient';
import { removeErasedFiles } from './remove-files';

/**
 * Erases a patient again whom the restore of a backup has brought back. Only for the operator.
 * @returns false if the patient does not exist
 */
export async function repeatErasure(ctx: Context, certificate: Erasure): Promise<boolean> {
  const row = await perform<ErasureRow | null>(
    ctx,
    { action: 'repeat_erasure', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const id = readId('erasure', certificate.id)!;
      const records = await findRecords(tx, ctx, certificate.patient_id, { lock: true }).catch(
        (error: unknown) => {
          if (isDomainError(error) && error.code === 'not_found') return null;
          throw error;
        },
      );
      if (!records)
        return { output: null, audit: { objectKind: 'erasure', objectId: id, detail: { found: false } } };
      const [known] = await tx
        .select({ id: erasures.id })
        .from(erasures)
        .where(and(eq(erasures.orgId, ctx.actor.orgId), eq(erasures.id, id)));
      const erased = await eraseAndCertify(tx, ctx, records, {
        id: known ? newId() : id,
        erasedAt: new Date(certificate.erased_at),
        erasedBy: certificate.erased_by,
        ground: certificate.ground,
        reason: certificate.reason,
        reference: certificate.reference,
        lastActivityAt: new Date(certificate.last_activity_at),
        retentionYears: certificate.retention_years,
      });
      return { output: erased, audit: auditOf(erased) };
    },
  );
  if (row) await removeErasedFiles(ctx, row);
  return row !== null;
}
