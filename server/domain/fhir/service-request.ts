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

const isOver = ({ status }: LabOrder): boolean => status === 'cancelled' || status === 'rejected';

export function serviceRequest(order: LabOrder, item: Item, links: Links): Resource {
  const { patient_id, ordering_clinician: clinician, collection } = order;
  return resource('ServiceRequest', uuidOf('lab_order_item', item.id), {
    meta: { versionId: String(order.version), lastUpdated: order.updated_at },
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
    note: [{ text: order.notes }],
  });
}
