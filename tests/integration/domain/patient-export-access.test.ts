import { describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { listPinnedTests } from '../../../server/domain/lab-results/list-pinned-tests';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import type { Context } from '../../../server/shared/context';
import { personContext } from '../../support/database';
import { exportedPatient } from '../../support/exported-patient';
import { fresh, mergeClinic } from '../../support/patient-merges';

const clinic = mergeClinic();

describe('the access log in the export of a patient', () => {
  it('has no identity checks, and the visits of the page of the log', async () => {
    const patient = await clinic.patient();
    const admin = await personContext(clinic.org, 'admin');
    const { session: _, ...unproven } = admin;
    await expect(
      createCaller(fresh(unproven)).patientExports.getPatientExport({ id: patient.id }),
    ).rejects.toThrow();
    const view = async (ctx: Context) => {
      const request = fresh(ctx);
      await getPatient(request, { id: patient.id });
      await listPatientAccess(request, { patient_id: patient.id, limit: 10 });
    };
    const other = await personContext(clinic.org, 'admin');
    for (const ctx of [admin, admin, admin, other]) await view(ctx);
    const page = fresh(other);
    await getPatient(page, { id: patient.id });
    await listPatientResults(page, { patient_id: patient.id, order: 'newest', limit: 10 });
    await listPinnedTests(page, { patient_id: patient.id });
    await listPatients(fresh(other), { limit: 10 });
    const { index, ofType } = await exportedPatient(clinic.org.ctx, patient.id);
    expect(index).not.toContain('identity');
    expect(ofType('AuditEvent').filter(({ outcome }) => outcome !== '0')).toEqual([]);
    const rows = index
      .slice(index.indexOf('id="access"'))
      .split('<tr role="row">')
      .slice(2)
      // Without the rows of days.
      .flatMap((row) => /data-label="Action">([^<]*?)\s*</.exec(row)?.[1] ?? []);
    expect(rows).toEqual([
      'Created a patient and exported your record',
      'Viewed the access log and opened the chart',
      'Viewed the access log and opened the chart',
    ]);
    // Every entry is in the data.
    expect(ofType('AuditEvent')).toHaveLength(14);
  });
});
