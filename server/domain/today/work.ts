import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  inboundDocuments,
  inboundPatientUpdates,
  inboundReports,
  patients,
  recentPatients,
  uploads,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { presentUpload, waiting } from '../documents/upload-access';
import { READ as READ_DOCUMENTS } from '../inbound-documents/access';
import { LISTED_STATES } from '../inbound-documents/rules';
import { DECIDE as READ_REPORTS, inViewOf, QUEUE_ORDER } from '../inbound-reports/access';
import { CRITICAL_RANK } from '../inbound-reports/rules';
import { countReports, presentUnmatched, selectReports } from '../inbound-reports/unmatched-reports';
import { READ as READ_UPDATES } from '../patient-updates/access';
import { OPEN_STATES } from '../patient-updates/rules';
import { isAllowed } from '../../shared/perform';
import { COUNTED } from '../reviews/rules';
import type { Today } from './contract';
import { identityOf } from './reports';
import { MOST_ROWS } from './rules';

/** Critical reports first, then the oldest, as in their list. They belong to no patient yet. */
export async function readUnmatched(tx: Tx, ctx: Context): Promise<Today['unmatched']> {
  const may = {
    reports: isAllowed(ctx, READ_REPORTS),
    documents: isAllowed(ctx, READ_DOCUMENTS),
    updates: isAllowed(ctx, READ_UPDATES),
  };
  if (!may.reports && !may.documents && !may.updates) return null;
  const unfiled = tx
    .select({ one: sql`1` })
    .from(inboundDocuments)
    .where(
      and(eq(inboundDocuments.orgId, ctx.actor.orgId), inArray(inboundDocuments.state, [...LISTED_STATES])),
    )
    .limit(COUNTED + 1)
    .as('unfiled');
  const updates = tx
    .select({ one: sql`1` })
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        inArray(inboundPatientUpdates.state, [...OPEN_STATES]),
      ),
    )
    .limit(COUNTED + 1)
    .as('updates');
  const none = Promise.resolve([]);
  const [reports, [documents], [decisions], rows, aside] = await together(
    may.reports ? countReports(tx, ctx) : Promise.resolve({ open: 0, parked: 0 }),
    may.documents ? tx.select({ count: sql<number>`count(*)::int` }).from(unfiled) : none,
    may.updates ? tx.select({ count: sql<number>`count(*)::int` }).from(updates) : none,
    may.reports
      ? selectReports(tx, ctx)
          .where(inViewOf(ctx, 'open'))
          .orderBy(...QUEUE_ORDER)
          .limit(MOST_ROWS)
      : none,
    may.reports
      ? selectReports(tx, ctx)
          .where(and(inViewOf(ctx, 'parked'), eq(inboundReports.queueRank, CRITICAL_RANK)))
          .orderBy(...QUEUE_ORDER)
          .limit(MOST_ROWS)
      : none,
  );
  const unmatchedDocuments = documents?.count ?? 0;
  const patientUpdates = decisions?.count ?? 0;
  const [data, critical] = [await presentUnmatched(tx, ctx, rows), await presentUnmatched(tx, ctx, aside)];
  return {
    count: Math.min(COUNTED + 1, reports.open + unmatchedDocuments + patientUpdates),
    data,
    documents: unmatchedDocuments,
    patient_updates: patientUpdates,
    set_aside: reports.parked,
    critical_set_aside: critical,
  };
}

interface OfPatients<Part> {
  part: Part;
  patientIds: string[];
}

/** The user's own files, in the order in which they expire. */
export async function readUploads(
  tx: Tx,
  ctx: Context,
  now: Date,
): Promise<OfPatients<NonNullable<Today['uploads']>>> {
  const rows = await tx
    .select({ upload: uploads, patient: patients, count: sql<number>`(count(*) over ())::int` })
    .from(uploads)
    .innerJoin(
      patients,
      and(eq(patients.orgId, uploads.orgId), eq(patients.id, uploads.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(uploads.orgId, ctx.actor.orgId), eq(uploads.userId, ctx.actor.id!), waiting(now)))
    .orderBy(asc(uploads.id))
    .limit(MOST_ROWS);
  return {
    part: {
      count: rows[0]?.count ?? 0,
      data: rows.map(({ upload, patient }) => {
        const { id, file_name, expires_at } = presentUpload(upload);
        return { id, file_name, expires_at, patient: identityOf(patient) };
      }),
    },
    patientIds: rows.map(({ patient }) => patient.id),
  };
}

export async function readRecent(tx: Tx, ctx: Context): Promise<OfPatients<Today['recent']>> {
  const rows = await tx
    .select({ openedAt: recentPatients.openedAt, patient: patients })
    .from(recentPatients)
    .innerJoin(
      patients,
      and(eq(patients.orgId, recentPatients.orgId), eq(patients.id, recentPatients.patientId)),
    )
    .where(
      and(
        eq(recentPatients.orgId, ctx.actor.orgId),
        eq(recentPatients.userId, ctx.actor.id!),
        isNull(patients.deletedAt),
      ),
    )
    .orderBy(desc(recentPatients.openedAt), desc(recentPatients.patientId))
    .limit(MOST_ROWS);
  return {
    part: rows.map(({ openedAt, patient }) => ({
      ...identityOf(patient),
      opened_at: openedAt.toISOString(),
    })),
    patientIds: rows.map(({ patient }) => patient.id),
  };
}
