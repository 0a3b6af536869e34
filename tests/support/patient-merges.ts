import { beforeAll } from 'vitest';
import { catalogEntries } from '../../server/demo/catalog-data';
import { upsertCatalog } from '../../server/domain/catalog/upsert-catalog';
import { listDocumentsInput } from '../../server/domain/documents/contract';
import { createDocument } from '../../server/domain/documents/create-document';
import { listDocuments } from '../../server/domain/documents/list-documents';
import { createLabOrderInput, listLabOrdersInput } from '../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../server/domain/lab-orders/create-lab-order';
import { listLabOrders } from '../../server/domain/lab-orders/list-lab-orders';
import { fileLabResult } from '../../server/domain/lab-results/file-lab-result';
import { listPatientResultsInput } from '../../server/domain/lab-results/contract';
import { listPatientResults } from '../../server/domain/lab-results/list-patient-results';
import type { LabReport } from '../../server/domain/lab-results/report';
import {
  createPatientInput,
  mergePatientsInput,
  unmergePatientsInput,
} from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { mergePatients } from '../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../server/domain/patients/unmerge-patients';
import type { Context } from '../../server/shared/context';
import { newRequestId } from '../../server/shared/ids';
import { input as documentInput } from './documents';
import { keyContext, personContext, testOrg, type TestOrg } from './database';

/** Patients of one organization that are merged, and the items of their charts, for the tests of a file. */

export const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;

export function mergeClinic() {
  const own = {} as { org: TestOrg; key: Context; clinician: Context };
  beforeAll(async () => {
    own.org = await testOrg();
    own.key = keyContext(own.org.orgId);
    own.clinician = await personContext(own.org, 'clinician');
    await upsertCatalog(own.org.ctx, await catalogEntries());
  });
  return Object.assign(own, {
    patient: (extra: object = {}) =>
      createPatient(
        fresh(own.org.ctx),
        createPatientInput.parse({
          name: { family: 'Vantreve', given: ['Ottilie'] },
          birth_date: '1945-07-14',
          sex: 'female',
          ...extra,
        }),
      ),
    merge: (id: string, merged_patient_id: string, extra: object = {}, ctx = own.key) =>
      mergePatients(
        fresh(ctx),
        mergePatientsInput.parse({ id, merged_patient_id, reason: 'Registered twice.', ...extra }),
      ),
    unmerge: (id: string, merged_patient_id: string, ctx = own.key) =>
      unmergePatients(
        fresh(ctx),
        unmergePatientsInput.parse({ id, merged_patient_id, reason: 'They are twins.' }),
      ),
    async order(patient_id: string, ctx = own.key) {
      const input = createLabOrderInput.parse({
        patient_id,
        lab_id: 'example-lab',
        items: [{ code: 'GLU' }],
      });
      return (await createLabOrder(fresh(ctx), input)).id;
    },
    async document(patient_id: string, extra: Record<string, unknown> = {}, ctx = own.key) {
      return (await createDocument(fresh(ctx), documentInput(patient_id, extra))).id;
    },
    async result(patient_id: string, extra: Partial<LabReport> = {}) {
      const filed = await fileLabResult(fresh(own.org.ctx), {
        patient_id,
        lab: { id: 'example-lab', name: 'Lab', accreditation_number: null, director: null },
        filler_order_number: `M-${++number}`,
        collected_at: '2026-03-01T08:00:00.000Z',
        collected_at_precision: 'second',
        status: 'final',
        panels: [
          {
            code: 'GLU',
            loinc: '2345-7',
            name: 'Glucose',
            observations: [
              {
                code: 'GLU',
                loinc: '2345-7',
                name: 'Glucose',
                value_type: 'quantity',
                value_text: '90',
                unit: 'mg/dL',
                status: 'final',
              },
            ],
          },
        ],
        source: { kind: 'hl7v2', message_id: null },
        historical: false,
        ...extra,
      });
      return filed.id;
    },
    /** IDs of everything in the chart, sorted. */
    async chart(patient_id: string) {
      const ctx = fresh(own.org.ctx);
      const lists = [
        await listLabOrders(ctx, listLabOrdersInput.parse({ patient_id, limit: 100 })),
        await listDocuments(ctx, listDocumentsInput.parse({ patient_id, limit: 100 })),
        await listPatientResults(ctx, listPatientResultsInput.parse({ patient_id, limit: 100 })),
      ];
      return lists.flatMap(({ data }) => data.map(({ id }) => id)).sort();
    },
  });
}
