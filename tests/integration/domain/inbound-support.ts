import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { newRequestId, showId } from '../../../server/shared/ids';
import { getLabResultInput, type LabResult } from '../../../server/domain/lab-results/contract';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { createPatientInput, type Patient } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { testOrg, type TestOrg } from '../../support/database';
import { deliver, laboratory, type Delivered, type TestLaboratory } from '../../support/intake';

/** What the tests of incoming reports share: one laboratory and its messages, one patient with orders. */

export let org: TestOrg;
export let lab: TestLaboratory;
export let jane: Patient;

const MRN = '00471-A';

export const person = (extra: object = {}) =>
  createPatientInput.parse({
    name: { family: 'Doe', given: ['Jane'] },
    birth_date: '1945-07-14',
    sex: 'female',
    ...extra,
  });

export async function openLaboratory(extra: Parameters<typeof laboratory>[1] = {}): Promise<void> {
  org = await testOrg();
  await upsertCatalog(org.ctx, await catalogEntries());
  lab = await laboratory(org, extra);
  jane = await createPatient(org.ctx, person({ mrn: MRN }));
}

export async function order(...codes: string[]) {
  const input = { patient_id: jane.id, lab_id: 'example-lab', items: codes.map((code) => ({ code })) };
  return createLabOrder(org.ctx, createLabOrderInput.parse(input));
}

let control = 0;
export const msh = (extra: { at?: string; id?: string } = {}) =>
  `MSH|^~\\&|LIS|LAB|CDS|CLINIC|${extra.at ?? '20260105143000+0100'}||ORU^R01|${extra.id ?? `C${++control}`}|P|2.5.1`;
export const pid = (extra: { mrn?: string; name?: string; born?: string; sex?: string } = {}) =>
  `PID|1||${extra.mrn ?? `${MRN}^^^CLINIC^MR`}||${extra.name ?? 'Doe^Jane'}||${extra.born ?? '19450714'}|${extra.sex ?? 'F'}`;

export interface Obr {
  placer?: string;
  filler?: string;
  code?: string;
  status?: string;
  /** OBR-7 */
  collected?: string;
  reported?: string;
  parent?: string;
  /** OBR-16 */
  orderer?: string;
}
export const obr = (extra: Obr = {}) => {
  const fields: Record<number, string> = {
    2: extra.placer ?? '',
    3: extra.filler ?? '',
    4: extra.code ?? 'GLU^Glucose^L',
    7: extra.collected ?? '20260105080000',
    16: extra.orderer ?? '',
    22: extra.reported ?? '20260105140000',
    25: extra.status ?? 'F',
    26: extra.parent ?? '',
  };
  return ['OBR', ...Array.from({ length: 32 }, (_, index) => fields[index + 1] ?? '')].join('|');
};
export const obx = (
  value: string,
  extra: { code?: string; status?: string; type?: string; unit?: string; sub?: string; at?: string } = {},
) =>
  `OBX|1|${extra.type ?? 'NM'}|${extra.code ?? 'GLU^Glucose^L'}|${extra.sub ?? ''}|${value}|${extra.unit ?? 'mg/dL'}|||||${extra.status ?? 'F'}|||${extra.at ?? ''}`;

/** The result of the first report of a message. */
export async function resultOf(delivered: Delivered, at = 0): Promise<LabResult> {
  const { resultId } = delivered.reports[at]!;
  return readResult(showId('lab_result', resultId!));
}

export const readResult = (id: string, version?: number): Promise<LabResult> =>
  getLabResult(
    { ...org.ctx, requestId: newRequestId() },
    getLabResultInput.parse({ id, ...(version ? { version: String(version) } : {}) }),
  );

export const readOrder = (id: string) => getLabOrder(org.ctx, { id });
export const values = (result: LabResult) =>
  result.panels.flatMap(({ observations }) => observations.map(({ value_text }) => value_text));

let number = 0;
/** A report under one number: sends versions of it, and returns the stored report. */
export function report(extra: Obr = {}, from: () => TestLaboratory = () => lab) {
  const filler = `R-${++number}`;
  const send = async (lines: string[], own: Obr = {}, at?: string) => {
    const done = await deliver(from(), msh({ at }), pid(), obr({ filler, ...extra, ...own }), ...lines);
    return { outcome: done.reports[0]!.outcome, result: await resultOf(done) };
  };
  return { filler, send };
}
