import type { LabOrder } from '../lab-orders/contract';
import { uuidOf, codeOf, NPI, ownIdentifier, resource, SNOMED, type Links, type Resource } from './resource';

type Item = LabOrder['items'][number];

const ITEM_STATUSES: Record<Item['status'], string> = {
  ordered: 'active',
  in_progress: 'active',
  resulted: 'completed',
  cancelled: 'revoked',
  not_performed: 'revoked',
};

const ICD: Record<LabOrder['diagnoses'][number]['system'], string> = {
  'icd-10': 'http://hl7.org/fhir/sid/icd-10',
  'icd-10-cm': 'http://hl7.org/fhir/sid/icd-10-cm',
};

/** Orders of several tests are several requests of one requisition. */
export const requisition = (orderId: string) => ownIdentifier('labs/orders', orderId);

/** Wording of a question of the catalog; the API has only its ID. */
export interface AskedQuestion {
  test_id: string;
  question_id: string;
  text: string;
}

const STATUS_REASON = 'http://hl7.org/fhir/StructureDefinition/request-statusReason';

/** Answers at order entry, as Observations like the OBX segments of the order in HL7 v2. */
function answersOf(
  order: LabOrder,
  item: Item,
  links: Links,
  questions: readonly AskedQuestion[],
): Resource[] {
  const answers: Record<string, unknown>[] = item.answers.map(({ question_id: code, value }) => ({
    code: {
      coding: [{ code }],
      text: questions.find((one) => one.test_id === item.test_id && one.question_id === code)?.text ?? code,
    },
    valueString: value,
  }));
  if (order.fasting !== null)
    answers.push({
      code: codeOf('Fasting status - Reported', '49541-6', []),
      valueBoolean: order.fasting,
    });
  return answers.map((answer, at) => ({
    resourceType: 'Observation',
    id: `answer-${at + 1}`,
    status: 'final',
    subject: links.to('Patient', uuidOf('patient', order.patient_id)),
    effectiveDateTime: order.created_at,
    ...answer,
  }));
}

const isOver = ({ status }: LabOrder): boolean => status === 'cancelled' || status === 'rejected';

export function serviceRequest(
  order: LabOrder,
  item: Item,
  links: Links,
  questions: readonly AskedQuestion[] = [],
): Resource {
  const { patient_id, ordering_clinician: clinician, collection } = order;
  const answers = answersOf(order, item, links, questions);
  return resource('ServiceRequest', uuidOf('lab_order_item', item.id), {
    meta: { versionId: String(order.version), lastUpdated: order.updated_at },
    contained: answers,
    extension: [
      order.cancelled_reason === null
        ? null
        : { url: STATUS_REASON, valueCodeableConcept: { text: order.cancelled_reason } },
    ],
    identifier: [
      ownIdentifier('labs/order-items', item.id),
      { value: order.order_number },
      { value: order.external_id },
    ],
    requisition: requisition(order.id),
    status: isOver(order) ? 'revoked' : ITEM_STATUSES[item.status],
    intent: 'order',
    category: [
      {
        coding: [{ system: SNOMED, code: '108252007', display: 'Laboratory procedure' }],
        text: 'Laboratory procedure',
      },
    ],
    priority: order.priority,
    code: codeOf(item.name, item.loinc, [{ code: item.code, system: null, display: item.name }]),
    subject: links.to('Patient', uuidOf('patient', patient_id)),
    occurrenceDateTime: collection?.collected_at ?? order.collect_on,
    authoredOn: order.created_at,
    requester:
      clinician === null
        ? null
        : {
            ...(clinician.user_id ? links.practitioner(uuidOf('user', clinician.user_id)) : null),
            identifier: clinician.npi === null ? null : { system: NPI, value: clinician.npi },
            display: clinician.name,
          },
    reasonCode: order.diagnoses.map(({ code, system, description }) => ({
      coding: [{ system: ICD[system], code, display: description }],
    })),
    supportingInfo: answers.map(({ id }) => ({ reference: `#${id}` })),
    note: [{ text: order.notes }],
  });
}
