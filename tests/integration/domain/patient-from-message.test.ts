import { beforeAll, describe, expect, it } from 'vitest';
import { createPatientFromDocument } from '../../../server/domain/inbound-documents/create-patient-from-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../../server/domain/inbound-documents/get-inbound-document';
import { createPatientFromReport } from '../../../server/domain/inbound-reports/create-patient-from-report';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import type { RegisterPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { registerPatient } from '../../../server/domain/patients/register-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import type { Context } from '../../../server/shared/context';
import { newRequestId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { deliver, hospital } from '../../support/intake';
import { lab, msh, obr, obx, openLaboratory, org, person } from './inbound-support';

/** The MRN that this service assigns to a patient created from a message is not the sender's. */

let clinician: Context;
let admin: Context;
beforeAll(async () => {
  await openLaboratory();
  clinician = await personContext(org, 'clinician');
  admin = await personContext(org, 'admin');
});
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;
/** Patients with the same birth date and given name would be likely duplicates. */
const FAMILIES = ['Amsel', 'Bussard', 'Drossel', 'Elster', 'Falke', 'Habicht', 'Kranich', 'Lerche', 'Meise'];
const GIVEN = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma', 'Frieda', 'Gerda', 'Hanna', 'Ida'];

/** An unmatched report with the MRN of the sender. */
async function held(mrn = `THEIRS-${number}`, authority = '') {
  const [family, given] = [FAMILIES[number]!, GIVEN[number++]!];
  const pid = `PID|1||${mrn}^^^${authority}^MR||${family}^${given}||19710506|F`;
  const done = await deliver(lab, msh(), pid, obr({ filler: `CREATED-${number}` }), obx('1'));
  const id = showId('inbound_report', done.reports[0]!.id);
  const typed = person({ name: { family, given: [given] }, birth_date: '1971-05-06', sex: 'female' });
  const file = (patient: { id: string }) => matchReport(fresh(clinician), { id, patient_id: patient.id });
  const create = (more: Partial<RegisterPatientInput> = {}, ctx = clinician) =>
    createPatientFromReport(fresh(ctx), { id, ...typed, ...more });
  /** The next report of the patient. */
  const next = () => deliver(lab, msh(), pid, obr({ filler: `CREATED-${number}-NEXT` }), obx('2'));
  return { id, typed, create, file, next };
}

const NEEDS_REASON = { code: 'validation_failed', extras: { errors: [{ pointer: '/reason' }] } };

describe('a report', () => {
  it('is filed without a reason to the patient created from it', async () => {
    const { id, typed, create, file } = await held();
    const ctx = fresh(clinician);
    const patient = await createPatientFromReport(ctx, { id, ...typed });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'create_patient_from_report', outcome: 'allowed', detail: { report_id: id } },
    ]);
    await expect(create()).rejects.toMatchObject({ extras: { patient_ids: [patient.id] } });
    const { candidates } = await getUnmatchedReport(fresh(clinician), { id, with: [] });
    expect(candidates).toMatchObject([
      { patient: { id: patient.id }, fits: true, compared: { mrn: 'not_sent', birth_date: 'same' } },
    ]);
    expect(await file(patient)).toMatchObject({ id, result_id: expect.stringMatching(/^res_/) });
    await expect(create()).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('gives the patient its MRN, so that the next report is filed automatically', async () => {
    const { id, create, file, next } = await held('THEIRS-LINKED', 'LAB');
    expect(await getUnmatchedReport(fresh(clinician), { id, with: [] })).toMatchObject({
      mrn_if_created: 'THEIRS-LINKED',
    });
    const patient = await create();
    expect(patient.identifiers).toMatchObject([{ system: 'LAB', value: 'THEIRS-LINKED', type: 'mrn' }]);
    expect(await getUnmatchedReport(fresh(clinician), { id, with: [] })).toMatchObject({
      problem: 'matches_now',
    });
    expect(await file(patient)).toMatchObject({ result_id: expect.stringMatching(/^res_/) });
    const { reports } = await next();
    expect(reports.map(({ state, patientId }) => [state, showId('patient', patientId!)])).toEqual([
      ['filed', patient.id],
    ]);
  });

  it('does not give the patient the MRN of another one', async () => {
    const known = person({ name: { family: 'Other', given: ['Otto'] }, birth_date: '1931-01-01' });
    await createPatient(org.ctx, { ...known, mrn: 'THEIRS-KNOWN' });
    const { create, file } = await held('THEIRS-KNOWN', 'LAB');
    const patient = await create();
    expect(patient.identifiers).toEqual([]);
    await expect(file(patient)).rejects.toMatchObject(NEEDS_REASON);
  });

  it('needs a reason for any other patient, however similar', async () => {
    const { id, typed, file } = await held();
    const patient = await registerPatient(fresh(clinician), typed);
    await expect(file(patient)).rejects.toMatchObject(NEEDS_REASON);
    const other = await held();
    const theirs = await other.create();
    await expect(matchReport(fresh(clinician), { id, patient_id: theirs.id })).rejects.toMatchObject(
      NEEDS_REASON,
    );
  });

  it('needs a reason if the birth date was corrected', async () => {
    const { create, file } = await held();
    await expect(file(await create({ birth_date: '1971-06-05' }))).rejects.toMatchObject(NEEDS_REASON);
  });

  it('needs a reason if an administrator chose another MRN', async () => {
    const { create, file } = await held();
    await expect(file(await create({ mrn: 'CHOSEN-1' }, admin))).rejects.toMatchObject(NEEDS_REASON);
  });

  it('needs a reason after the record was changed', async () => {
    const { create, file } = await held();
    const patient = await create();
    await updatePatient(fresh(admin), { id: patient.id, mrn: 'CHOSEN-2' });
    await expect(file(patient)).rejects.toMatchObject(NEEDS_REASON);
  });

  it('needs a reason if a record has the MRN of the message', async () => {
    const { create, file } = await held('THEIRS-TAKEN');
    const patient = await create();
    await createPatient(
      org.ctx,
      person({ name: { family: 'Other', given: ['Olga'] }, birth_date: '1930-01-01', mrn: 'THEIRS-TAKEN' }),
    );
    await expect(file(patient)).rejects.toMatchObject(NEEDS_REASON);
  });
});

describe('a document', () => {
  const documentOf = async (connection: typeof lab, pid: string, number: string) => {
    const done = await deliver(
      connection,
      `MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105130000||MDM^T02^MDM_T02|${number}|P|2.5.1`,
      'EVN|T02|20260105120000',
      pid,
      `TXA|1|DS|TX|||||||||${number}|||||AU||AV`,
      'OBX|1|TX|NOTE^Note^L||All well.||||||F',
    );
    const [row] = await asSuperuser<{ id: string }>(
      'select id from inbound_documents where org_id = $1 and message_id = $2',
      [org.orgId, done.id],
    );
    return showId('inbound_document', row!.id);
  };
  const shown = (id: string) => getInboundDocument(fresh(clinician), { id, with: [] });

  it('is filed without a reason to the patient created from it', async () => {
    const id = await documentOf(
      await hospital(org),
      'PID|1||M-DOC^^^HOSP^MR||Zeisig^Quirina||19710506|F',
      'DOC-CREATED',
    );
    const typed = person({
      name: { family: 'Zeisig', given: ['Quirina'] },
      birth_date: '1971-05-06',
      sex: 'female',
    });
    const similar = await registerPatient(fresh(clinician), typed);
    const file = (patient: { id: string }) =>
      fileInboundDocument(fresh(clinician), { id, patient_id: patient.id });
    await expect(file(similar)).rejects.toMatchObject(NEEDS_REASON);
    expect(await shown(id)).toMatchObject({ mrn_if_created: 'M-DOC', becomes_mrn: true });
    const patient = await createPatientFromDocument(fresh(clinician), {
      id,
      ...typed,
      duplicate_reason: 'different_person',
    });
    expect(patient).toMatchObject({ mrn: 'M-DOC', identifiers: [] });
    expect(await file(patient)).toMatchObject({ patient_id: patient.id });
    // The next document has the same MRN.
    const next = await deliver(
      await hospital(org),
      'MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105140000||MDM^T02^MDM_T02|CREATED-DOC-2|P|2.5.1',
      'EVN|T02|20260105130000',
      'PID|1||M-DOC^^^HOSP^MR||Zeisig^Quirina||19710506|F',
      'TXA|1|DS|TX|||||||||DOC-CREATED-2|||||AU||AV',
      'OBX|1|TX|NOTE^Note^L||Still well.||||||F',
    );
    const filed = await asSuperuser<{ state: string; patient_id: string }>(
      'select state, patient_id from inbound_documents where org_id = $1 and message_id = $2',
      [org.orgId, next.id],
    );
    expect(filed.map((one) => [one.state, showId('patient', one.patient_id)])).toEqual([
      ['filed', patient.id],
    ]);
  });

  it('of a laboratory gives the patient its MRN as an identifier only', async () => {
    const id = await documentOf(lab, 'PID|1||L-DOC^^^LAB^MR||Pirol^Paula||19710506|F', 'DOC-OF-LAB');
    expect(await shown(id)).toMatchObject({ mrn_if_created: 'L-DOC', becomes_mrn: false });
    const name = { family: 'Pirol', given: ['Paula'] };
    const typed = person({ name, birth_date: '1971-05-06', sex: 'female' });
    const patient = await createPatientFromDocument(fresh(clinician), { id, ...typed });
    expect(patient).toMatchObject({
      mrn: expect.stringMatching(/^\d{11}$/),
      identifiers: [{ system: 'LAB', value: 'L-DOC', type: 'mrn' }],
    });
  });

  it('does not give the patient the MRN of another one', async () => {
    const known = person({ name: { family: 'Other', given: ['Ole'] }, birth_date: '1931-01-01' });
    await createPatient(org.ctx, { ...known, mrn: 'DOC-KNOWN' });
    const pid = 'PID|1||DOC-KNOWN^^^HOSP^MR||Star^Stella||19710506|F';
    const id = await documentOf(await hospital(org), pid, 'DOC-OF-KNOWN');
    expect(await shown(id)).toMatchObject({ mrn_if_created: null, becomes_mrn: false });
    const name = { family: 'Star', given: ['Stella'] };
    const typed = person({ name, birth_date: '1971-05-06', sex: 'female' });
    const patient = await createPatientFromDocument(fresh(clinician), { id, ...typed });
    expect(patient).toMatchObject({ mrn: expect.stringMatching(/^\d{11}$/), identifiers: [] });
  });
});
