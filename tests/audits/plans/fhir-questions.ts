import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { getOrderItem } from '../../../server/domain/lab-orders/get-order-item';
import { listOrderItems } from '../../../server/domain/lab-orders/list-order-items';
import { listLabResultsInput } from '../../../server/domain/lab-results/contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { listObservations } from '../../../server/domain/lab-results/list-observations';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import type { PatientSearch } from '../../../server/domain/patients/fhir-search';
import { listPatients } from '../../../server/domain/patients/list-patients';
import type { Context } from '../../../server/shared/context';
import type { DateSearch } from '../../../server/shared/date-search';
import { newRequestId, showId } from '../../../server/shared/ids';
import type { Middle, Question } from './questions';

/** Searches of the FHIR interface that `/v1` does not have. */

const day = (at: string): DateSearch => ({
  prefix: 'eq',
  start: `${at.slice(0, 10)}T00:00:00.000Z`,
  end: new Date(Date.parse(at.slice(0, 10)) + 86_400_000).toISOString(),
});
const text = (word: string) => [[{ text: word, exact: false }]];
const exactly = (word: string) => [[{ text: word, exact: true }]];
const loinc = (code: string) => [[{ system: 'http://loinc.org', code }]];

export function fhirQuestions({ id, busy, n, at, birth_date }: Middle): Question[] {
  const limit = 25;
  const patient_id = showId('patient', busy);
  const patients = (search: PatientSearch) => (ctx: Context) =>
    listPatients(ctx, { ...listPatientsInput.parse({}), ...search });
  const observations = (search: Omit<Parameters<typeof listObservations>[1], 'limit'>) => (ctx: Context) =>
    listObservations(ctx, { limit, ...search });
  const items = (search: Omit<Parameters<typeof listOrderItems>[1], 'limit'>) => (ctx: Context) =>
    listOrderItems(ctx, { limit, ...search });
  const asked: Record<string, (ctx: Context) => Promise<unknown>> = {
    'patients _id': patients({ ids: [[busy]] }),
    'patients name': patients({ names: text(`f${n}`) }),
    'patients name:exact': patients({ names: exactly(`F${n}`) }),
    'patients family': patients({ families: text(`f${n}`) }),
    'patients given': patients({ givens: text(`g${n % 1000}`) }),
    'patients identifier': patients({
      identifiers: [
        [
          { kind: 'any', value: `M${n}` },
          { kind: 'identifier', system: 'urn:card', value: `M${n}` },
        ],
      ],
    }),
    'patients birthdate': patients({ born: [day(birth_date)] }),
    'patients _lastUpdated': patients({ updated: [{ ...day(at), prefix: 'gt' }] }),
    'observations patient': observations({ patient_id }),
    'observations patient, code and date': observations({
      patient_id,
      codes: loinc('1-0'),
      observed: [{ ...day(at), prefix: 'ge' }],
    }),
    'observations _id': observations({ ids: [[{ id }]] }),
    'observations panel': observations({ ids: [[{ id: showId('panel', id), resultId: id }]] }),
    'order items patient and code': items({
      patient_id,
      codes: loinc('17-0'),
      ordered: [{ ...day(at), prefix: 'le' }],
    }),
    'order items requisition': items({ order_ids: [[id]] }),
    'order item': (ctx) => getOrderItem(ctx, { id }),
    'reports patient, code and date': (ctx) =>
      listLabResults(ctx, {
        ...listLabResultsInput.parse({ patient_id }),
        codes: loinc('11-1'),
        collected: [day(at)],
      }),
    'documents patient, category and date': (ctx) =>
      listDocuments(ctx, {
        ...listDocumentsInput.parse({ patient_id }),
        categories: [['imaging']],
        created: [day(at)],
      }),
  };
  return Object.entries(asked).map(([name, run]) => ({
    name: `FHIR ${name}`,
    run: (ctx) => run({ ...ctx, requestId: newRequestId() }),
    ...(/ (name|given|identifier)/.test(name) ? { ranks: true as const } : {}),
  }));
}
