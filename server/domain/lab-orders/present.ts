import type { Severity } from '../../data-types/lab-result-codes';
import { showId, showIdOrNull } from '../../shared/ids';
import { itemStatusAfter, matchesItem, PATIENT_PANEL } from '../lab-results/rules';
import type { ItemRow, OrderReport, WholeOrder } from './access';
import type { AddedTest, LabOrder } from './contract';
import { isOpen, unsentFrom } from './rules';

export function presentOrder({ row, items, reports, attempts, sending: to }: WholeOrder): LabOrder {
  const now = Date.now();
  const sending = {
    status: row.transmissionStatus,
    pending: attempts.pending,
    paused: to.paused,
    failing_since: to.failingSince,
  };
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
    added_tests: reports.flatMap((report) => addedTests(items, report)),
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
    result_ids: reports.map(({ id }) => showId('lab_result', id)),
    result_severity: worstOf(reports),
    expected_by: row.expectedBy?.toISOString() ?? null,
    overdue: row.expectedBy !== null && isOpen(row.status) && row.expectedBy.getTime() < now,
    cancelled_reason: row.cancelledReason,
    transmission: {
      ...sending,
      message: attempts.message,
      failing_since: to.failingSince?.toISOString() ?? null,
      unsent: unsentFrom({ ...row, transmission: sending }) < now,
      attempts: attempts.count,
      last_attempt_at: attempts.lastAt?.toISOString() ?? null,
      accepted_at: row.acceptedAt?.toISOString() ?? null,
      filler_order_number: row.fillerOrderNumber,
      reason: row.transmissionReason,
    },
  };
}

const FROM_WORST: readonly Severity[] = ['critical', 'abnormal', 'unknown', 'normal'];

function worstOf(reports: WholeOrder['reports']): Severity | null {
  // A canceled report may contain a measured line.
  const valid = reports.filter(
    ({ status, severity }) =>
      status !== 'entered_in_error' && !(status === 'cancelled' && severity === 'unknown'),
  );
  return FROM_WORST.find((severity) => valid.some((report) => report.severity === severity)) ?? null;
}

/** Tests of a report that none of the items ordered. */
export const addedTests = (
  items: readonly Pick<ItemRow, 'code' | 'loinc'>[],
  { id, panels }: OrderReport,
): AddedTest[] =>
  panels
    .filter((panel) => panel.code !== PATIENT_PANEL && !items.some((item) => matchesItem(panel, item)))
    .map((panel) => ({
      code: panel.code,
      loinc: panel.loinc,
      name: panel.name,
      status: itemStatusAfter('in_progress', panel),
      is_reflex: panel.is_reflex,
      result_id: showId('lab_result', id),
    }));
