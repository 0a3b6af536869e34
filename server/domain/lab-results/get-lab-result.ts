import { and, eq } from 'drizzle-orm';
import { labResultVersions } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform, type Done } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, showId } from '../../shared/ids';
import { findResult, readPieces } from './access';
import type { GetLabResultInput, LabResult } from './contract';
import { addLines, presentShown, presentVersion, type ShownLines } from './present';
import type { ResultRow } from './report';
import { isAbnormal } from './rules';

/**
 * Returns a report with its lines and their previous values. `id` may be an order's ID if that has one result; the
 * response contains the result's own ID.
 * @throws DomainError `not_found`, `multiple_results`, `result_not_ready`
 */
export function getLabResult(ctx: Context, input: GetLabResultInput): Promise<LabResult> {
  return perform(ctx, { action: 'get_lab_result', kind: 'read', scope: 'labs:read' }, (tx) =>
    readReport(tx, ctx, input),
  );
}

export async function readReport(tx: Tx, ctx: Context, input: GetLabResultInput): Promise<Done<LabResult>> {
  const row = await findResult(tx, ctx, input.id);
  const shown =
    input.version === undefined || input.version === row.version
      ? await readNewest(tx, ctx, row)
      : await earlierVersion(tx, ctx, row, input.version);
  const output = input.flags === 'abnormal' ? abnormalOnly(shown) : shown;
  return {
    output,
    audit: {
      objectKind: 'lab_result',
      objectId: row.id,
      patientIds: [row.patientId],
      detail: { version: output.version },
    },
  };
}

const MOST_READS = 3;

/** Reads a consistent newest version: starts again if a correction was committed between the statements. */
export async function readNewest(tx: Tx, ctx: Context, found: ResultRow): Promise<LabResult> {
  let row = found;
  for (let reads = 0; reads < MOST_READS; reads++) {
    const shown: ShownLines = new Map();
    let isCurrent = true;
    for await (const lines of readPieces(tx, ctx, row)) {
      isCurrent &&= lines[0]!.version === row.version;
      addLines(shown, lines);
    }
    if (isCurrent) return presentShown(row, shown);
    row = await findResult(tx, ctx, showId('lab_result', row.id));
  }
  throw new DomainError('unavailable', 'The result is being corrected. Try again.', {
    retry_after: 1,
  });
}

/** The snapshot taken when the next version arrived, with the previous values of that time. */
async function earlierVersion(tx: Tx, ctx: Context, row: ResultRow, version: number): Promise<LabResult> {
  const [found] = await tx
    .select({ snapshot: labResultVersions.snapshot })
    .from(labResultVersions)
    .where(
      and(
        eq(labResultVersions.orgId, ctx.actor.orgId),
        eq(labResultVersions.resultId, row.id),
        eq(labResultVersions.version, version),
      ),
    );
  if (!found) throw notFound();
  return presentVersion(found.snapshot as Partial<LabResult>);
}

function abnormalOnly(result: LabResult): LabResult {
  const panels = result.panels.map((panel) => ({
    ...panel,
    observations: panel.observations.filter((line) => isAbnormal(line.severity)),
  }));
  return { ...result, panels: panels.filter((panel) => panel.observations.length > 0) };
}
