import { and, asc, eq, getTableColumns, inArray, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepared } from '../../db/prepared';
import { labObservations, labOrders, labResults, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, readId, showId } from '../../shared/ids';
import { chartColumns, shareChart, type ChartColumns } from '../patients/access';
import type { ObservationRow, Precision, ResultRow } from './report';
import { isVoided, notVoided, seesVoided } from './voided';

export { isVoided, notVoided };

/** Reports that the actor may see. Those of deleted patients are hidden together with the patient. */

export const resultsInSight = (ctx: Context): SQL =>
  and(
    eq(labResults.orgId, ctx.actor.orgId),
    sql`exists (select 1 from ${patients} where ${patients.orgId} = ${ctx.actor.orgId} and ${patients.id} = ${labResults.patientId} and ${isNull(patients.deletedAt)})`,
    seesVoided(ctx) ? undefined : notVoided,
  )!;

const given = sql.placeholder;

const readResult = prepared('read_result', (tx) =>
  tx
    .select({ result: labResults })
    .from(labResults)
    .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
    .where(
      and(eq(labResults.orgId, given('orgId')), eq(labResults.id, given('id')), isNull(patients.deletedAt)),
    ),
);

/**
 * The report `res_…`, or the only one of `ord_…`.
 * @throws DomainError `not_found`, `multiple_results`, `result_not_ready`
 */
export async function findResult(tx: Tx, ctx: Context, id: string): Promise<ResultRow> {
  const orderId = readId('lab_order', id);
  if (orderId) return findResultOfOrder(tx, ctx, orderId);
  const [found] = await readResult(tx, { orgId: ctx.actor.orgId, id: pathId('lab_result', id) });
  if (!found || (isVoided(found.result) && !seesVoided(ctx))) throw notFound();
  return found.result;
}

async function findResultOfOrder(tx: Tx, ctx: Context, orderId: string): Promise<ResultRow> {
  const found = await tx
    .select({ status: labOrders.status, result: labResults })
    .from(labOrders)
    .innerJoin(patients, and(eq(patients.orgId, labOrders.orgId), eq(patients.id, labOrders.patientId)))
    .leftJoin(labResults, and(eq(labResults.orgId, labOrders.orgId), eq(labResults.orderId, labOrders.id)))
    .where(and(eq(labOrders.orgId, ctx.actor.orgId), eq(labOrders.id, orderId), isNull(patients.deletedAt)))
    .orderBy(asc(labResults.id));
  if (!found[0]) throw notFound();
  const results = found.flatMap(({ result }) => (result ? [result] : []));
  if (results.length > 1) {
    throw new DomainError(
      'multiple_results',
      'The order has several results. Request one of them by its ID.',
      { result_ids: results.map((result) => showId('lab_result', result.id)) },
    );
  }
  if (!results[0])
    throw new DomainError('result_not_ready', 'The order has no result yet.', {
      order_status: found[0].status,
    });
  return results[0];
}

export type LineWithPrevious = ObservationRow & {
  /** The report's version when the line was read. */
  version: number;
  previous: { text: string | null; at: string; precision: Precision } | null;
};

/** The event loop runs between chunks. */
const LINES_PER_PIECE = 1_000;

/**
 * Lines of a report, each with its previous value: same patient, test and unit, not withdrawn. Codes without LOINC are
 * specific to their laboratory, so only its values count. The inner query is an index range per line
 * (`lab_observations_history`). A correction may be committed between two statements: a caller without a lock on the
 * report must compare the version of the lines.
 */
export async function* readPieces(
  tx: Tx,
  ctx: Context,
  { id, lab }: Pick<ResultRow, 'id' | 'lab'>,
): AsyncGenerator<LineWithPrevious[]> {
  const report = { orgId: ctx.actor.orgId, resultId: id, labId: lab.id };
  let last: Pick<LineWithPrevious, 'position' | 'id'> | undefined = { position: -1, id };
  while (last) {
    const piece: LineWithPrevious[] = await readLinesOf(tx, {
      ...report,
      afterPosition: last.position,
      afterId: last.id,
    });
    if (piece.length > 0) yield piece;
    last = piece.length === LINES_PER_PIECE ? piece.at(-1) : undefined;
  }
}

/** Lines of several reports, like `readPieces`. */
export async function* readLinesOfSeveral(
  tx: Tx,
  ctx: Context,
  reports: readonly { row: ResultRow; lines: number }[],
): AsyncGenerator<LineWithPrevious[]> {
  let batch: string[] = [];
  let size = 0;
  const read = () => {
    const ids = batch;
    [batch, size] = [[], 0];
    return readWhole(tx, ctx, ids);
  };
  for (const { row, lines } of reports) {
    if (lines > LINES_PER_PIECE) yield* readPieces(tx, ctx, row);
    else {
      if (size + lines > LINES_PER_PIECE) yield await read();
      batch.push(row.id);
      size += lines;
    }
  }
  if (size > 0) yield await read();
}

function readWhole(tx: Tx, ctx: Context, ids: string[]): Promise<LineWithPrevious[]> {
  const { orgId } = ctx.actor;
  return tx
    .select({
      ...getTableColumns(labObservations),
      previous: previousOf(sql`${orgId}::uuid`, labResults.labId).as('previous'),
      version: labResults.version,
    })
    .from(labObservations)
    .innerJoin(
      labResults,
      and(eq(labResults.orgId, labObservations.orgId), eq(labResults.id, labObservations.resultId)),
    )
    .where(and(eq(labObservations.orgId, orgId), inArray(labObservations.resultId, ids)))
    .orderBy(asc(labObservations.resultId), asc(labObservations.position), asc(labObservations.id));
}

/** Returns all lines of a report that the caller has locked. */
export async function readLines(
  tx: Tx,
  ctx: Context,
  report: Pick<ResultRow, 'id' | 'lab'>,
): Promise<LineWithPrevious[]> {
  const pieces: LineWithPrevious[][] = [];
  for await (const piece of readPieces(tx, ctx, report)) pieces.push(piece);
  return pieces.flat();
}

/**
 * The previous value of a line in a select from `lab_observations`.
 * @param labId of the line's report
 */
// Drizzle omits table names in a select from one table, so the outer row is written as text.
export const previousOf = (org: SQLWrapper, labId: SQLWrapper) => sql<LineWithPrevious['previous']>`(
    select jsonb_build_object('text', p.value_text, 'at', p.observed_at, 'precision', p.observed_at_precision)
    from lab_observations p
    where p.org_id = ${org} and p.patient_id = lab_observations.patient_id
      and p.test_key = lab_observations.test_key
      and p.observed_at < lab_observations.observed_at and p.unit is not distinct from lab_observations.unit
      and p.status not in ('deleted', 'wrong', 'cancelled') and p.role <> 'not_asked'
      and p.loinc is not distinct from lab_observations.loinc
      and (lab_observations.loinc is not null or ${labId} = (
        select r.lab_id from lab_results r where r.org_id = p.org_id and r.id = p.result_id))
    order by p.observed_at desc nulls last limit 1)`;

const version = sql<number>`(
    select r.version from lab_results r where r.org_id = ${given('orgId')} and r.id = ${given('resultId')})`;

const readLinesOf = prepared('read_result_lines', (tx) =>
  tx
    .select({
      ...getTableColumns(labObservations),
      previous: previousOf(given('orgId'), given('labId')).as('previous'),
      version: version.as('version'),
    })
    .from(labObservations)
    .where(
      and(
        eq(labObservations.orgId, given('orgId')),
        eq(labObservations.resultId, given('resultId')),
        sql`(${labObservations.position}, ${labObservations.id}) > (${given('afterPosition')}, ${given('afterId')})`,
      ),
    )
    .orderBy(asc(labObservations.position), asc(labObservations.id))
    .limit(LINES_PER_PIECE),
);

export async function storedLines(
  tx: Tx,
  ctx: Context,
  resultIds: string[],
): Promise<Map<string, ObservationRow[]>> {
  const byResult = new Map<string, ObservationRow[]>(resultIds.map((id) => [id, []]));
  if (resultIds.length === 0) return byResult;
  const rows = await tx
    .select()
    .from(labObservations)
    .where(and(eq(labObservations.orgId, ctx.actor.orgId), inArray(labObservations.resultId, resultIds)))
    .orderBy(asc(labObservations.resultId), asc(labObservations.position));
  for (const row of rows) byResult.get(row.resultId)!.push(row);
  return byResult;
}

/** Reports of a laboratory by key, locked until the transaction ends. */
export function storedReports(tx: Tx, ctx: Context, labId: string, keys: string[]): Promise<ResultRow[]> {
  return tx
    .select()
    .from(labResults)
    .where(
      and(
        eq(labResults.orgId, ctx.actor.orgId),
        eq(labResults.labId, labId),
        inArray(labResults.reportKey, keys),
      ),
    )
    .orderBy(asc(labResults.id))
    .for('update');
}

/** Reports that answer an order, locked until the transaction ends. */
export function resultsOfOrder(tx: Tx, ctx: Context, orderId: string): Promise<ResultRow[]> {
  return tx
    .select()
    .from(labResults)
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.orderId, orderId)))
    .orderBy(asc(labResults.id))
    .for('update');
}

/**
 * The chart of an incoming report, locked against deletion and merging while it is filed. Never created automatically.
 * @throws DomainError `patient_not_found`
 */
export async function requireChart(tx: Tx, ctx: Context, id: string): Promise<ChartColumns> {
  const uuid = readId('patient', id);
  const chart = uuid ? await shareChart(tx, ctx, uuid) : null;
  if (!chart) throw new DomainError('patient_not_found', 'The patient does not exist.');
  return chartColumns(chart);
}
