import { and, desc, eq, gte, isNull, lt } from 'drizzle-orm';
import { labResults, patients, reviewEntries } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { isVoided } from '../lab-results/access';
import { openPage } from '../../shared/paging';
import { presentIdentity } from '../patients/present';
import { WORK_INBOX, type EntryRow, type ReportRow } from './access';
import type { ListSignedResultsInput, SignedItem, SignedList } from './contract';
import { titleOf } from './present';

const OPERATION = {
  action: 'list_signed_results',
  kind: 'list',
  ...WORK_INBOX,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists the user's own signatures, newest first, to find a report again or withdraw a signature.
 * @throws DomainError `invalid_cursor`
 */
export function listSignedResults(ctx: Context, input: ListSignedResultsInput): Promise<SignedList> {
  return perform(ctx, OPERATION, async (tx) => {
    const page = openPage<Row>(ctx, 'signed', input);
    const rows = await tx
      .select({ entry: reviewEntries, report: labResults, patient: patients })
      .from(reviewEntries)
      .innerJoin(
        labResults,
        and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, reviewEntries.resultId)),
      )
      .leftJoin(
        patients,
        and(
          eq(patients.orgId, ctx.actor.orgId),
          eq(patients.id, labResults.patientId),
          isNull(patients.deletedAt),
        ),
      )
      .where(
        and(
          eq(reviewEntries.orgId, ctx.actor.orgId),
          eq(reviewEntries.by, actorName(ctx.actor)),
          eq(reviewEntries.act, 'signed'),
          input.since ? gte(reviewEntries.at, new Date(input.since)) : undefined,
          page.after ? lt(reviewEntries.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy(desc(reviewEntries.id))
      .limit(page.limit + 1);
    const shown = rows.slice(0, page.limit).filter((row) => isInSight(row));
    const patientIds = [...new Set(shown.map(({ report }) => report.patientId))];
    const closed = await closedCharts(tx, ctx, patientIds);
    const list = page.close(
      rows,
      ({ entry }) => [entry.id],
      (row) => present(row, closed),
    );
    return {
      output: list,
      audit: {
        objectKind: 'lab_result',
        patientIds,
        detail: { count: list.data.length },
      },
    };
  });
}

interface Row {
  entry: EntryRow;
  report: ReportRow;
  /** Null if deleted. */
  patient: typeof patients.$inferSelect | null;
}

const isInSight = ({ report, patient }: Row): boolean => patient !== null && !isVoided(report);

function present(row: Row, closed: ReadonlySet<string>): SignedItem {
  const { entry, report, patient } = row;
  const stands = report.reviews.some(({ by, version }) => by === entry.by && version === entry.version);
  const identity = patient && !isVoided(report) ? presentIdentity(patient, closed) : null;
  return {
    at: entry.at.toISOString(),
    version: entry.version,
    note: identity?.birth_date ? entry.note : null,
    state:
      isVoided(report) || !stands ? 'ended' : report.version === entry.version ? 'stands' : 'newer_version',
    report: identity && {
      id: showId('lab_result', report.id),
      title: titleOf(report),
      severity: report.severity,
      patient: identity,
    },
  };
}
