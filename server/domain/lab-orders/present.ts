import { showId, showIdOrNull } from '../../shared/ids';
import type { WholeOrder } from './access';
import type { LabOrder } from './contract';
import { isOpen } from './rules';

export function presentOrder({ row, items, resultIds, attempts }: WholeOrder): LabOrder {
  return {
    id: showId('lab_order', row.id),
    object: 'lab_order',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    order_number: row.orderNumber,
    external_id: row.externalId,
    patient_id: showId('patient', row.patientId),
    items: items.map((item) => ({
      id: showId('lab_order_item', item.id),
      test_id: showIdOrNull('catalog_test', item.testId),
      code: item.code,
      loinc: item.loinc,
      name: item.name,
      specimen: item.specimen,
      answers: item.answers,
      status: item.status,
      result_id: showIdOrNull('lab_result', item.resultId),
    })),
    priority: row.priority,
    ordering_clinician: row.orderingClinician,
    copy_to: row.copyTo,
    diagnoses: row.diagnoses,
    fasting: row.fasting,
    collection: row.collection,
    collect_on: row.collectOn,
    notes: row.notes,
    lab_id: row.labId,
    status: row.status,
    status_history: row.statusHistory,
    result_ids: resultIds.map((id) => showId('lab_result', id)),
    expected_by: row.expectedBy?.toISOString() ?? null,
    overdue: row.expectedBy !== null && isOpen(row.status) && row.expectedBy.getTime() < Date.now(),
    cancelled_reason: row.cancelledReason,
    transmission: {
      status: row.transmissionStatus,
      attempts: attempts.count,
      last_attempt_at: attempts.lastAt?.toISOString() ?? null,
      accepted_at: row.acceptedAt?.toISOString() ?? null,
      filler_order_number: row.fillerOrderNumber,
      reason: row.transmissionReason,
    },
  };
}
