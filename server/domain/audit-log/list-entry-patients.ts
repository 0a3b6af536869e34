import { and, eq } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import type { EntryPatients, ListEntryPatientsInput } from './contract';
import { presentPatient } from './entries';
import { findPatients, hideClosed } from './objects';

const MOST = 100;

/**
 * Lists the patients of an audit entry that the audit log only counts. Its own audit row has each of them.
 * @throws DomainError `not_found`
 */
export function listEntryPatients(ctx: Context, input: ListEntryPatientsInput): Promise<EntryPatients> {
  const operation = {
    action: 'list_entry_patients',
    kind: 'list',
    scope: 'audit:read',
    role: 'auditor',
    peopleOnly: true,
    restrictedCharts: 'initials',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const id = readId('audit_event', input.id);
    const [entry] = id
      ? await tx
          .select({ patientIds: auditEvents.patientIds })
          .from(auditEvents)
          .where(and(eq(auditEvents.orgId, orgId), eq(auditEvents.id, id)))
      : [];
    if (!entry || !id) throw new DomainError('not_found', 'Audit entry not found.');
    const shown = entry.patientIds.slice(0, MOST);
    const found = await findPatients(tx, orgId, shown);
    const patientIds = [...found.keys()];
    const { patients } = hideClosed(
      { objects: new Map(), patients: found },
      await closedCharts(tx, ctx, patientIds),
    );
    return {
      output: {
        data: shown.map((one) => presentPatient(patients.get(one))),
        patient_count: entry.patientIds.length,
      },
      audit: { objectKind: 'audit_event', objectId: id, patientIds, detail: { count: shown.length } },
    };
  });
}
