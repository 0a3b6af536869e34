import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { priorityRank } from '../../db/schema/lab-orders';
import { literalLimit, prepared } from '../../db/prepared';
import { labOrders } from '../../db/schema/index';
import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { countRows, timeFilters } from '../../shared/list-filters';
import { openPage, type CursorValue } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { chartIdOf } from '../patients/access';
import { completeOrders, isOverdue, isStopped, patientInSight, type OrderRow } from './access';
import type { LabOrderList, ListLabOrdersInput } from './contract';
import { presentOrder } from './present';
import { PRIORITIES } from '../../data-types/lab-order-codes';

/** Lists orders of one patient or of the organization. @throws DomainError `invalid_cursor` */
export function listLabOrders(ctx: Context, input: ListLabOrdersInput): Promise<LabOrderList> {
  return perform(ctx, { action: 'list_lab_orders', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<OrderRow>(ctx, 'lab_orders', input);
    const further = filters(ctx, input);
    const usual =
      input.sort || page.after || further.length > 0 ? undefined : newestOfPatient.get(page.limit);
    const asked = input.patient_id ? readId('patient', input.patient_id) : null;
    // Both at once: the orders are those of the chart unless the ID is that of a merged record.
    const [patientId, newest] = await together(
      input.patient_id ? chartIdOf(tx, ctx, input.patient_id) : Promise.resolve(null),
      usual && asked ? usual(tx, { orgId, patientId: asked }) : Promise.resolve(null),
    );
    const conditions = [
      eq(labOrders.orgId, orgId),
      patientInSight(orgId),
      // `chartIdOf` has checked the chart.
      patientId ? eq(labOrders.patientId, patientId) : ofOpenChart(ctx, labOrders.patientId),
      ...further,
    ];
    const { order, after, key } = sorting(input.sort ?? '-created_at', page.after);
    const rows =
      newest && patientId === asked
        ? newest
        : await tx
            .select()
            .from(labOrders)
            .where(and(...conditions, after))
            .orderBy(...order)
            .limit(page.limit + 1);
    const { data: shown, ...rest } = page.close(rows, key, (row) => row);
    const whole = await completeOrders(tx, ctx, shown);
    const count = input.include ? await countRows(tx, labOrders, conditions) : {};
    return {
      output: { ...rest, data: whole.map(presentOrder), ...count },
      audit: {
        objectKind: 'lab_order',
        patientIds: shown.map((row) => row.patientId),
        detail: { count: shown.length },
      },
    };
  });
}

const given = sql.placeholder;
/** The orders of a chart: newest first, no filters, common page sizes. */
const newestOfPatient = new Map(
  [25, 50, 100].map((limit) => [
    limit,
    prepared(`list_orders_of_patient_${limit}`, (tx) =>
      tx
        .select()
        .from(labOrders)
        .where(
          and(
            eq(labOrders.orgId, given('orgId')),
            eq(labOrders.patientId, given('patientId')),
            patientInSight(given('orgId')),
          ),
        )
        .orderBy(desc(labOrders.id))
        .limit(literalLimit(limit + 1)),
    ),
  ]),
);

const RANK = priorityRank(labOrders.priority);

function sorting(
  sort: string,
  after: CursorValue[] | null,
): { order: SQL[]; after: SQL | undefined; key: (row: OrderRow) => CursorValue[] } {
  const descending = sort.startsWith('-');
  const direction = descending ? desc : asc;
  const compare = descending ? sql`<` : sql`>`;
  const id = labOrders.id;
  switch (sort.replace('-', '')) {
    case 'updated_at':
      return {
        order: [direction(labOrders.updatedAt), direction(id)],
        after: after
          ? sql`(${labOrders.updatedAt}, ${id}) ${compare} (${after[0]}::timestamptz, ${after[1]}::uuid)`
          : undefined,
        key: (row) => [row.updatedAt.toISOString(), row.id],
      };
    case 'priority':
      return {
        order: [direction(RANK), direction(id)],
        after: after ? sql`(${RANK}, ${id}) ${compare} (${after[0]}::int, ${after[1]}::uuid)` : undefined,
        key: (row) => [PRIORITIES.indexOf(row.priority) + 1, row.id],
      };
    default:
      return {
        order: [direction(id)],
        after: after ? sql`${id} ${compare} ${after[0]}::uuid` : undefined,
        key: (row) => [row.id],
      };
  }
}

/** As typed, or in capitals or small letters: an index supports no function of the number. */
const isFillerNumber = (number: string): SQL =>
  inArray(labOrders.fillerOrderNumber, [...new Set([number, number.toUpperCase(), number.toLowerCase()])]);

function filters(ctx: Context, input: ListLabOrdersInput): SQL[] {
  const { orgId } = ctx.actor;
  const hasItem = (condition: SQL) =>
    sql`exists (select 1 from lab_order_items i where i.org_id = ${orgId} and i.order_id = ${labOrders.id} and ${condition})`;
  const hasResult = sql`exists (select 1 from lab_results r where r.org_id = ${orgId} and r.order_id = ${labOrders.id})`;
  const conditions: (SQL | undefined)[] = [
    input.status ? inArray(labOrders.status, input.status) : undefined,
    input.priority ? inArray(labOrders.priority, input.priority) : undefined,
    input.test_id ? hasItem(sql`i.test_id = ${readId('catalog_test', input.test_id)}::uuid`) : undefined,
    input.loinc ? hasItem(sql`i.loinc = ${input.loinc}`) : undefined,
    input.ordering_user_id
      ? eq(labOrders.orderingUserId, readId('user', input.ordering_user_id)!)
      : undefined,
    input.lab_id ? eq(labOrders.labId, input.lab_id) : undefined,
    input.external_id ? eq(labOrders.externalId, input.external_id) : undefined,
    input.order_number ? eq(labOrders.orderNumber, input.order_number) : undefined,
    input.filler_order_number ? isFillerNumber(input.filler_order_number) : undefined,
    input.overdue === undefined ? undefined : input.overdue ? isOverdue : sql`not ${isOverdue}`,
    input.stopped === undefined ? undefined : input.stopped ? isStopped : sql`not ${isStopped}`,
    input.transmission_status ? inArray(labOrders.transmissionStatus, input.transmission_status) : undefined,
    input.has_results === undefined ? undefined : input.has_results ? hasResult : sql`not ${hasResult}`,
    ...timeFilters(labOrders, input),
  ];
  return conditions.filter((condition) => condition !== undefined);
}
