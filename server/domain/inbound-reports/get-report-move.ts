import { and, desc, eq, isNull } from 'drizzle-orm';
import { labResults, patients, reviewEntries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { notFound, pathId, readId, showId } from '../../shared/ids';
import type { ReportMove } from './contract';
import { MOVED_TO } from '../lab-results/void-result';
import { isVoided } from '../lab-results/voided';

/**
 * Whether a report was filed for the wrong patient, and where it is now, for users who no longer see it at its old
 * address. Contains no results.
 * @throws DomainError `not_found`
 */
export function getReportMove(ctx: Context, input: { id: string }): Promise<ReportMove> {
  return perform(
    ctx,
    { action: 'get_report_move', kind: 'read', scope: 'labs:read', peopleOnly: true },
    async (tx) => {
      const row = await findReport(tx, ctx, pathId('lab_result', input.id));
      if (!row) throw notFound();
      const to = isVoided(row) ? await findNow(tx, ctx, row) : null;
      return {
        output: {
          id: showId('lab_result', row.id),
          object: 'report_move' as const,
          patient_id: showId('patient', row.patientId),
          moved: isVoided(row)
            ? {
                at: row.updatedAt.toISOString(),
                by_name: await movedBy(tx, ctx, row.id),
                reason: row.corrections.at(-1)?.reason ?? null,
                to: to && {
                  id: showId('lab_result', to.id),
                  patient_id: showId('patient', to.patientId),
                },
              }
            : null,
        },
        audit: {
          objectKind: 'lab_result' as const,
          objectId: row.id,
          patientIds: [row.patientId, ...(to ? [to.patientId] : [])],
        },
      };
    },
  );
}

type Row = Pick<
  typeof labResults.$inferSelect,
  'id' | 'patientId' | 'reportKey' | 'corrections' | 'updatedAt'
>;

async function findReport(tx: Tx, ctx: Context, id: string): Promise<Row | null> {
  const [row] = await tx
    .select({
      id: labResults.id,
      patientId: labResults.patientId,
      reportKey: labResults.reportKey,
      corrections: labResults.corrections,
      updatedAt: labResults.updatedAt,
    })
    .from(labResults)
    .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, id), isNull(patients.deletedAt)));
  return row ?? null;
}

/** The report it was moved to, which may itself have been moved again. */
async function findNow(tx: Tx, ctx: Context, { corrections }: Row): Promise<Row | null> {
  const change = corrections.at(-1)?.changes.find(({ field }) => field === MOVED_TO);
  const id = readId('lab_result', change?.to ?? '');
  return id ? findReport(tx, ctx, id) : null;
}

async function movedBy(tx: Tx, ctx: Context, resultId: string): Promise<string | null> {
  const [entry] = await tx
    .select({ by: reviewEntries.by })
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.resultId, resultId),
        eq(reviewEntries.act, 'moved_away'),
      ),
    )
    .orderBy(desc(reviewEntries.id))
    .limit(1);
  return entry ? ((await namesOfPeople(tx, ctx, [entry.by])).get(entry.by) ?? null) : null;
}
