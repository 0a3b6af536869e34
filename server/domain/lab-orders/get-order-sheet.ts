import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { openReportsOf } from '../inbound-reports/access';
import { destinationOfLab } from '../order-destinations/access';
import { findOrder, type OrderRow, type WholeOrder } from './access';
import { linkedOrders } from './ordered-again';
import { questionsOf, testsOf } from './order-questions';
import { listCancellations } from './outbound-messages';
import { presentOrder } from './present';
import type { OrderSheet } from './sheet-contract';

/** An order for display, with names instead of IDs. @throws DomainError `not_found` */
export function getOrderSheet(ctx: Context, { id }: { id: string }): Promise<OrderSheet> {
  return perform(ctx, { action: 'get_order_sheet', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const whole = await findOrder(tx, ctx, id);
    const { row } = whole;
    const cancellations = await listCancellations(tx, row);
    const names = await namesOfPeople(tx, ctx, [
      row.createdBy,
      ...row.copyTo,
      ...cancellations.map(({ by }) => by),
      ...row.statusHistory.map(({ by }) => by),
    ]);
    const tests = await testsOf(tx, ctx, [whole]);
    return {
      output: {
        order: presentOrder(whole),
        reports: whole.reports.map(({ id: report, status, severity }) => ({
          id: showId('lab_result', report),
          status,
          severity,
        })),
        names: Object.fromEntries(names),
        cancellations: cancellations.map((cancellation, index) => ({
          at: cancellation.at.toISOString(),
          by: cancellation.by,
          reason: cancellation.reason,
          rejected: rejectionOf(cancellation, row, index === cancellations.length - 1),
        })),
        lab_name: tests[0]?.labName ?? null,
        lab_is_connected: (await destinationOfLab(tx, ctx, row.labId)) !== null,
        specimens: specimensOf(
          whole,
          new Map(tests.map((test) => [test.id, test.specimen?.container ?? null])),
        ),
        fasting_test_ids: tests
          .filter((test) => test.fastingRequired)
          .map((test) => showId('catalog_test', test.id)),
        questions: questionsOf(tests),
        unmatched_report_ids: await openReportsOf(tx, ctx, row.orderNumber),
        ...(await linkedOrders(tx, whole)),
      },
      audit: { objectKind: 'lab_order', objectId: row.id, patientIds: [row.patientId] },
    };
  });
}

/** @param isLatest one that was not sent is withdrawn when the laboratory rejects it by telephone */
function rejectionOf(
  { status, endedAt, answer }: Awaited<ReturnType<typeof listCancellations>>[number],
  { transmissionStatus, transmissionReason }: OrderRow,
  isLatest: boolean,
): OrderSheet['cancellations'][number]['rejected'] {
  if (!endedAt) return null;
  const at = endedAt.toISOString();
  if (status === 'rejected') return { at, reason: answer };
  return status === 'withdrawn' && isLatest && transmissionStatus === 'cancel_refused'
    ? { at, reason: transmissionReason }
    : null;
}

/** @param containers by test; the catalog may have changed since the order was placed */
function specimensOf(
  { items }: WholeOrder,
  containers: ReadonlyMap<string, string | null>,
): OrderSheet['specimens'] {
  const found = new Map<string, OrderSheet['specimens'][number]>();
  for (const { testId, name, specimen: type, status } of items) {
    if (status === 'cancelled' || status === 'not_performed') continue;
    const container = (testId && containers.get(testId)) ?? null;
    const key = JSON.stringify([type, container]);
    const known = found.get(key);
    if (known) known.tests.push(name);
    else found.set(key, { type, container, tests: [name] });
  }
  return [...found.values()];
}
