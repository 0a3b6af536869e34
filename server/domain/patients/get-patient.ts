import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findPatient } from './access';
import type { Patient } from './contract';
import { presentPatient } from './present';
import { noteRecentPatient } from './recent-patients';

/** @throws DomainError `not_found` */
export function getPatient(ctx: Context, input: { id: string }): Promise<Patient> {
  return perform(ctx, { action: 'get_patient', kind: 'read', scope: 'patients:read' }, async (tx) => {
    const row = await findPatient(tx, ctx, input.id);
    noteRecentPatient(tx, ctx, row.id);
    return {
      output: presentPatient(row),
      audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
    };
  });
}
