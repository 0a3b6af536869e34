import {
  inSight,
  mayFileFor,
  emit,
  type Order,
  type Org,
  type Patient,
  type Result,
  type Verdict,
} from './model';

/**
 * The part of the model about laboratories: orders, reports and their versions, and the effects of reports on orders.
 */

/** Codes of the catalog of every organization of the model. */
export const TESTS = ['GLU', 'K'];
/** The only test in the reports of the model. */
export const REPORTED = 'GLU';
/** A value that the laboratory flags as critical. */
export const CRITICAL = '22.0';

export function mayOrder(
  org: Org,
  patient: Patient | null,
  wanted: { tests: string[]; external: string | null },
): Verdict {
  const verdict = mayFileFor(patient);
  if (verdict.length > 0) return verdict;
  if (wanted.tests.some((code) => !TESTS.includes(code))) return ['test_not_orderable'];
  const taken = wanted.external !== null && org.orders.some(({ external }) => external === wanted.external);
  return taken ? ['duplicate_external_id'] : [];
}

export function addOrder(
  org: Org,
  facts: { id: string; patient: Patient; tests: string[]; external: string | null },
): Order {
  const { id, patient, external, tests } = facts;
  const items = tests.map((code) => ({ code, status: 'ordered' as const, result: null }));
  const order: Order = { id, patient, external, version: 1, status: 'requested', items };
  org.orders.push(order);
  emit(org, order, 'lab_order.created');
  return order;
}

export interface Report {
  patient: Patient | null;
  /** `foreign`: an order that is not in this organization. */
  order: Order | 'foreign' | null;
  filler: string;
  status: Result['status'];
  value: string;
}

export const knownResult = (org: Org, filler: string): Result | null =>
  org.results.find((result) => result.filler === filler) ?? null;

export function mayReport(org: Org, { patient, order, filler }: Report): Verdict {
  if (!inSight(patient)) return ['patient_not_found'];
  if (order === 'foreign') return ['not_found'];
  if (order && order.patient !== patient) return ['invalid_state'];
  const known = knownResult(org, filler);
  if (known && known.patient !== patient) return ['invalid_state'];
  return known?.order && order && known.order !== order ? ['invalid_state'] : [];
}

const isFinal = (status: Result['status']): boolean => status !== 'preliminary';

/** Files a first report. @param id returned by the service */
export function addResult(org: Org, id: string, report: Report): Result {
  const { patient, filler, status, value } = report;
  const order = report.order as Order | null;
  const result: Result = {
    id,
    version: 1,
    patient: patient!,
    order,
    filler,
    status,
    value,
    shown: [],
    unread: [],
  };
  org.results.push(result);
  emit(org, result, 'lab_result.created');
  if (status === 'final') emit(org, result, 'lab_result.finalized');
  if (status === 'corrected') emit(org, result, 'lab_result.corrected');
  if (value === CRITICAL) emit(org, result, 'lab_result.critical');
  if (order) advance(org, order, result);
  return result;
}

/** Applies a later report to the stored one: preliminary never replaces final, equal content changes nothing. */
export function changeResult(org: Org, result: Result, report: Report): 'updated' | 'unchanged' | 'stale' {
  // A preliminary report after a final one is stale if it differs.
  if (isFinal(result.status) && report.status === 'preliminary')
    return report.value === result.value ? 'unchanged' : 'stale';
  const { status: before, value: valueBefore } = result;
  const otherValue = report.value !== valueBefore;
  const status = !isFinal(before)
    ? report.status
    : otherValue || report.status === 'corrected'
      ? 'corrected'
      : before;
  const newOrder = report.order !== null && result.order === null;
  if (!otherValue && !newOrder && status === before) return 'unchanged';
  Object.assign(result, { status, value: report.value, version: result.version + 1 });
  result.order ??= report.order as Order | null;
  if (status === 'corrected') emit(org, result, 'lab_result.corrected');
  else if (status === 'final' && before !== 'final') emit(org, result, 'lab_result.finalized');
  else emit(org, result, 'lab_result.updated');
  if (report.value === CRITICAL && valueBefore !== CRITICAL) emit(org, result, 'lab_result.critical');
  // The order of the report, even if only an earlier version contained it.
  if (result.order) advance(org, result.order, result);
  return 'updated';
}

const STEPS: Order['status'][] = ['requested', 'in_progress', 'partially_resulted', 'completed'];

function advance(org: Org, order: Order, result: Result): void {
  let changed = false;
  for (const item of order.items.filter(({ code }) => code === REPORTED)) {
    const status = isFinal(result.status) || item.status === 'resulted' ? 'resulted' : 'in_progress';
    changed ||= status !== item.status || item.result !== result.id;
    Object.assign(item, { status, result: result.id });
  }
  const has = (status: string) => order.items.some((item) => item.status === status);
  const wanted =
    !has('ordered') && !has('in_progress')
      ? 'completed'
      : has('resulted')
        ? 'partially_resulted'
        : has('in_progress')
          ? 'in_progress'
          : order.status;
  const moved = STEPS.indexOf(wanted) > STEPS.indexOf(order.status);
  if (!changed && !moved) return;
  if (moved) order.status = wanted;
  order.version++;
  emit(org, order, 'lab_order.updated');
  if (moved && wanted === 'completed') emit(org, order, 'lab_order.completed');
}

export const resultsOf = (org: Org, order: Order): Result[] =>
  org.results.filter((result) => result.order === order).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Requested by an order's ID. */
export function mayReadByOrder(org: Org, order: Order | null): Verdict {
  if (!order || !inSight(order.patient)) return ['not_found'];
  const count = resultsOf(org, order).length;
  return count === 0 ? ['result_not_ready'] : count > 1 ? ['multiple_results'] : [];
}
