import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { getLabResultInput } from '../../../server/domain/lab-results/contract';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import type { LabReport, ReportObservation, ReportPanel } from '../../../server/domain/lab-results/report';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';

/** What the tests of lab results share: one organization and one patient per test file, and made-up reports. */

export let org: TestOrg;
/** `pat_…` */
let patient: string;
let number = 0;

export const person = (extra: object = {}) =>
  createPatientInput.parse({
    name: { family: 'Lab', given: ['Test'] },
    birth_date: '1950-01-01',
    sex: 'male',
    ...extra,
  });
export const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
export const line = (extra: Partial<ReportObservation> = {}): ReportObservation => ({
  code: 'GLU',
  loinc: '2345-7',
  name: 'Glucose',
  value_type: 'quantity',
  value_text: '90',
  unit: 'mg/dL',
  status: 'final',
  reference_range: { low: 70, high: 115, text: '70 - 115', applies_to: null },
  ...extra,
});
export const panel = (observations: ReportObservation[], extra: Partial<ReportPanel> = {}): ReportPanel => ({
  code: 'BMP',
  loinc: '24321-2',
  name: 'Basic metabolic panel',
  observations,
  ...extra,
});
export const report = (extra: Partial<LabReport> = {}): LabReport => ({
  patient_id: patient,
  lab: { id: 'lab-1', name: 'Lab One', accreditation_number: null, director: null },
  filler_order_number: `F-${++number}`,
  collected_at: '2026-03-01T08:00:00.000Z',
  collected_at_precision: 'second',
  status: 'final',
  panels: [panel([line()])],
  source: { kind: 'hl7v2', message_id: null },
  historical: false,
  ...extra,
});
export const file = (input: LabReport) => fileLabResult(fresh(org.ctx), input);
export const get = (id: string, extra: object = {}) =>
  getLabResult(fresh(org.ctx), getLabResultInput.parse({ id, ...extra }));
export const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT type, sequence, body FROM events WHERE org_id = $1 ORDER BY object_id, sequence',
      [org.orgId],
    )
  ).filter((event) => event.body.includes(`"${id}"`));
export const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

export async function openLaboratory(): Promise<void> {
  org = await testOrg();
  patient = (await createPatient(org.ctx, person())).id;
}
