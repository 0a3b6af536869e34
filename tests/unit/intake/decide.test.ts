import { describe, expect, it } from 'vitest';
import {
  decide,
  type PatientInSight,
  type Proposals,
} from '../../../server/domain/inbound-reports/filing/decide';
import type { PatientFacts } from '../../../server/domain/inbound-reports/filing/patient-facts';

const patient = (id: string, extra: Partial<PatientInSight> = {}): PatientInSight => ({
  id,
  mrn: '4711',
  name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null, use: 'official' },
  otherNames: [],
  birthDate: '1945-07-14',
  sex: 'female',
  ...extra,
});
const JANE = patient('jane');
const JOHN = patient('john', { mrn: '4712', birthDate: '1950-01-01', sex: 'male' });
const facts = (extra: Partial<PatientFacts> = {}): PatientFacts => ({
  mrns: ['4711'],
  names: [{ family: 'Doe', given: 'Jane', middle: null }],
  birthDate: '1945-07-14',
  sex: 'female',
  ...extra,
});
const NONE: Proposals = { known: null, orders: [], withoutZeros: false, samples: [], byMrn: [] };
const at = (to: PatientInSight | null, orderId: string | null = null) => ({
  patient: to,
  orderId,
  addressedPatientId: null,
});

describe('decide', () => {
  it.each<[string, Partial<Proposals>, PatientFacts, object]>([
    [
      'an order of this patient',
      { orders: [at(JANE, 'o1')] },
      facts(),
      { kind: 'file', patientId: 'jane', orderId: 'o1', why: { found_by: 'placer_number' } },
    ],
    [
      'an order whose number has lost its zeros',
      { orders: [at(JANE, 'o1')], withoutZeros: true },
      facts(),
      { kind: 'file', orderId: 'o1', why: { found_by: 'placer_number_without_zeros' } },
    ],
    [
      'an order of another patient, though the MRN names a third way',
      { orders: [at(JOHN, 'o1')], byMrn: [JANE] },
      facts(),
      { kind: 'unfiled', state: 'conflict', why: { candidate: 'john', problem: 'patient_differs' } },
    ],
    [
      'two orders of one number',
      { orders: [at(JANE, 'o1'), at(JANE, 'o2')] },
      facts(),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'several_matches' } },
    ],
    [
      'an order of a deleted patient',
      { orders: [at(null, 'o1')] },
      facts(),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'patient_deleted' } },
    ],
    [
      'a report that we have',
      { known: { ...at(JANE, 'o1'), decided: false } },
      facts(),
      { kind: 'file', patientId: 'jane', orderId: 'o1', why: { found_by: 'report' } },
    ],
    [
      'a report that we have, and its order for the first time',
      { known: { ...at(JANE), decided: false }, orders: [at(JANE, 'o1')] },
      facts(),
      { kind: 'file', orderId: 'o1' },
    ],
    [
      'a report that we have, and an order of another patient',
      { known: { ...at(JANE), decided: false }, orders: [at(JOHN, 'o1')] },
      facts(),
      { kind: 'file', patientId: 'jane', orderId: null },
    ],
    [
      'a report of another patient',
      { known: { ...at(JOHN), decided: false } },
      facts(),
      { kind: 'unfiled', state: 'conflict' },
    ],
    [
      'a report that a user has filed there with this text',
      { known: { ...at(JOHN), decided: true } },
      facts(),
      { kind: 'file', patientId: 'john', why: { problem: 'decided_before' } },
    ],
    [
      'two reports of one number',
      { known: 'several', byMrn: [JANE] },
      facts(),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'several_matches' } },
    ],
    [
      'a sample of an order',
      { samples: [at(JANE, 'o1')] },
      facts(),
      { kind: 'file', orderId: 'o1', why: { found_by: 'sample_number' } },
    ],
    [
      'a sample of two orders of one patient',
      { samples: [at(JANE, 'o1'), at(JANE, 'o2')] },
      facts(),
      { kind: 'file', patientId: 'jane', orderId: null },
    ],
    [
      'a sample number of two patients',
      { samples: [at(JANE, 'o1'), at(JOHN, 'o2')] },
      facts(),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'several_matches' } },
    ],
    [
      'not ordered, MRN and birth date match',
      { byMrn: [JANE] },
      facts({ names: [] }),
      { kind: 'file', patientId: 'jane', orderId: null, why: { found_by: 'mrn' } },
    ],
    [
      'not ordered, MRN and name without a birth date',
      { byMrn: [JANE] },
      facts({ birthDate: null }),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'birth_date_missing', candidate: 'jane' } },
    ],
    [
      'not ordered, MRN and name with the month of birth',
      { byMrn: [JANE] },
      facts({ birthDate: '1945-07' }),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'birth_date_missing', candidate: 'jane' } },
    ],
    [
      'not ordered, MRN and name with another month of birth',
      { byMrn: [JANE] },
      facts({ birthDate: '1945-08' }),
      { kind: 'unfiled', state: 'conflict', why: { problem: 'patient_differs' } },
    ],
    [
      'not ordered, MRN with another birth date',
      { byMrn: [JANE] },
      facts({ birthDate: '1945-07-15' }),
      { kind: 'unfiled', state: 'conflict', why: { problem: 'patient_differs' } },
    ],
    [
      'not ordered, two patients of this number without zeros',
      { byMrn: [JANE, JOHN] },
      facts(),
      { kind: 'unfiled', state: 'unmatched', why: { problem: 'several_matches' } },
    ],
    [
      'no patient data',
      {},
      facts({ mrns: [] }),
      { kind: 'unfiled', state: 'unmatched', why: { found_by: null, problem: 'no_match' } },
    ],
  ])('%s', (_words, proposals, sent, decision) => {
    expect(decide(sent, { ...NONE, ...proposals })).toMatchObject(decision);
  });
});
