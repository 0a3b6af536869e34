import { and, desc, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { assertChartsOpen } from '../../shared/restricted-charts';
import { notFound, pathId, showId } from '../../shared/ids';
import { DECIDE } from './access';
import type { ListRematchCandidatesInput, RematchCandidates } from './contract';
import { findResult } from '../lab-results/access';
import { isVoided } from '../lab-results/voided';
import { comparePatients, findCandidates } from './candidates';
import { storedPatient } from './stored-patient';
import { selectReports, type UnmatchedReportRow } from './unmatched-reports';

/**
 * Other possible patients of a filed report: the patient data as sent, the current patient, similar patients, and those
 * a user looked up. All of them count as accessed.
 * @throws DomainError `not_found`, `invalid_state` (it was moved before)
 */
export function listRematchCandidates(
  ctx: Context,
  input: ListRematchCandidatesInput,
): Promise<RematchCandidates> {
  return perform(
    ctx,
    {
      action: 'list_rematch_candidates',
      kind: 'list',
      ...DECIDE,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const result = await findResult(tx, ctx, showId('lab_result', pathId('lab_result', input.id)));
      if (isVoided(result)) throw new DomainError('invalid_state', 'The report was already moved.');
      await assertChartsOpen(tx, ctx, [result.patientId]);
      const came = await cameAs(tx, ctx, result.id);
      const sent = { ...storedPatient(came?.row ?? null), tests: result.panels };
      const where = showId('patient', result.patientId);
      const filed = await comparePatients(tx, ctx, sent, [where]);
      if (!filed.shown[0]) throw notFound();
      const likely = came
        ? await findCandidates(tx, ctx, sent, null)
        : { shown: [], restricted: [], patientIds: [] };
      const others = await comparePatients(tx, ctx, sent, input.with);
      const elsewhere = ({ patient }: { patient: { id: string } }) => patient.id !== where;
      return {
        output: {
          id: showId('lab_result', result.id),
          object: 'rematch_candidates' as const,
          sent: came && {
            laboratory: came.laboratory,
            received_at: came.receivedAt.toISOString(),
            family: came.row.family,
            given: came.row.given,
            birth_date: came.row.birthDate,
            birth_date_unread: came.row.birthDateUnread,
            sex: came.row.sex,
            mrn: came.row.mrn,
          },
          filed_at: filed.shown[0],
          has_earlier_versions: result.corrections.length > 0,
          candidates: likely.shown.filter(elsewhere),
          others: others.shown.filter(elsewhere),
          restricted: [...new Set([...likely.restricted, ...others.restricted])],
        },
        audit: {
          objectKind: 'lab_result' as const,
          objectId: result.id,
          patientIds: [
            ...new Set([result.patientId, ...likely.patientIds, ...others.patientIds, ...filed.patientIds]),
          ],
          detail: { candidates: likely.patientIds.length, looked_up: others.patientIds.length },
        },
      };
    },
  );
}

/** The newest message of a report; imported reports have none. */
async function cameAs(tx: Tx, ctx: Context, resultId: string): Promise<UnmatchedReportRow | null> {
  const [row] = await selectReports(tx, ctx)
    .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.resultId, resultId)))
    .orderBy(desc(inboundReports.id))
    .limit(1);
  return row ?? null;
}
