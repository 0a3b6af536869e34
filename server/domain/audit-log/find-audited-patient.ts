import { and, eq, isNull } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { AuditedPatient, FindAuditedPatientInput } from './contract';
import { recordsOf } from './of-patient';

/** Finds the patient with an MRN, or the survivor of a merged record, for auditors, who may open no list of patients. */
export function findAuditedPatient(ctx: Context, { mrn }: FindAuditedPatientInput): Promise<AuditedPatient> {
  const operation = {
    action: 'find_audited_patient',
    kind: 'list',
    scope: 'audit:read',
    role: 'auditor',
    peopleOnly: true,
    // Only the ID
    restrictedCharts: 'all',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const [found] = await tx
      .select({ id: patients.id })
      .from(patients)
      .where(and(eq(patients.orgId, orgId), eq(patients.mrn, mrn), isNull(patients.deletedAt)));
    const records = found ? await recordsOf(tx, orgId, found.id) : [];
    const id = records[0] ?? null;
    return {
      output: { id: id && showId('patient', id) },
      audit: {
        objectKind: 'patient',
        ...(id ? { objectId: id } : {}),
        patientIds: records,
        detail: { count: id ? 1 : 0 },
      },
    };
  });
}
