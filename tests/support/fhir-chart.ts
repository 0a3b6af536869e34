import { createLabOrderInput } from '../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../server/domain/lab-orders/create-lab-order';
import type { LabReport, ReportObservation } from '../../server/domain/lab-results/report';
import { readId, showId } from '../../server/shared/ids';
import { personContext } from './database';
import { fresh, type mergeClinic } from './patient-merges';

/** A chart with one record of each kind, and values that a careless mapping would change. */

const line = (code: string, loinc: string | null, extra: Partial<ReportObservation>): ReportObservation => ({
  code,
  loinc,
  name: `Test ${code}`,
  value_type: 'quantity',
  value_text: '1',
  unit: 'mg/dL',
  status: 'final',
  ...extra,
});

const range = (text: string, low: number | null, high: number | null) => ({
  reference_range: { low, high, text, applies_to: null },
});

const LINES: ReportObservation[] = [
  line('GLU', '2345-7', { value_text: '1.10', flags: ['H'], ...range('3.50-5.10', 3.5, 5.1) }),
  line('TROP', null, { value_text: '<0.050', unit: 'ng/mL', ...range('<=0.040', null, 0.04) }),
  line('CRP', '1988-5', { value_text: '> 200', unit: 'mg/L' }),
  line('BIG', null, { value_text: '12345678901234567890', unit: '10*3/uL' }),
  line('DOT', null, { value_text: '.5', unit: null }),
  line('TXT', null, { value_type: 'text', value_text: '  see note\n2 ', unit: null }),
  line('TITER', null, { value_type: 'ratio', value_text: '1:64', unit: null }),
  line('CODED', null, {
    value_type: 'coded',
    value_text: 'Positive',
    value_code: { system: 'http://snomed.info/sct', code: '10828004', display: 'Positive' },
    unit: null,
  }),
  line('NONE', null, { value_type: 'none', value_text: null, unit: null }),
  line('DAY', null, { observed_at: '2026-02-01T00:00:00.000Z', observed_at_precision: 'month' }),
];

export async function fhirChart(clinic: ReturnType<typeof mergeClinic>) {
  const clinician = await personContext(clinic.org, 'clinician');
  const userId = clinician.actor.id!;
  const patient = await clinic.patient({
    name: { family: 'Łukaszewicz', given: ['Ana María', 'Eva'] },
    other_names: [{ family: 'Vantreve', given: ['Ana María'], use: 'maiden' }],
    identifiers: [
      { system: 'https://example.org/ids', value: 'NID-77', type: 'national_id' },
      { system: 'Ward 7', value: 'W|7,1', type: 'other' },
    ],
    phones: [{ value: '+49 30 1234567', use: 'home' }],
    emails: [{ value: 'ana@example.org' }],
    addresses: [
      { lines: ['Main street 1'], city: 'Berlin', postal_code: '10115', country: 'DE', use: 'home' },
    ],
    sex_at_birth: 'female',
    gender_identity: 'woman',
    language: 'de',
    external_id: `EXT-${userId}`,
    primary_clinician_id: showId('user', userId),
  });
  const order = await createLabOrder(
    fresh(clinic.key),
    createLabOrderInput.parse({
      patient_id: patient.id,
      lab_id: 'example-lab',
      items: [{ code: 'GLU' }, { code: 'CBC' }],
      diagnoses: [{ code: 'E11.9', system: 'icd-10-cm', description: 'Diabetes' }],
      ordering_clinician: { user_id: showId('user', userId), name: 'Test clinician', npi: '1234567893' },
    }),
  );
  const document = await clinic.document(patient.id, {
    title: 'Letter',
    author: 'Dr. Weber',
    category: 'clinical_note',
  });
  const filler = `F-${userId}`;
  const report = (status: LabReport['status'], observations: ReportObservation[]): Partial<LabReport> => ({
    filler_order_number: filler,
    status,
    panels: [
      {
        code: 'BMP',
        loinc: '51990-0',
        name: 'Basic panel',
        notes: [{ text: 'A note.', source: null }],
        observations,
      },
    ],
  });
  const result = await clinic.result(patient.id, report('final', LINES));
  await clinic.result(
    patient.id,
    report('corrected', [
      { ...LINES[0]!, value_text: '1.20', status: 'corrected' },
      line('CXL', null, { value_type: 'none', value_text: null, unit: null, status: 'cancelled' }),
    ]),
  );
  return {
    userId,
    mrn: patient.mrn,
    orderId: order.id,
    patient: readId('patient', patient.id)!,
    document: readId('document', document)!,
    result: readId('lab_result', result)!,
  };
}
