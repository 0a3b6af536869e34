import { and, desc, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, showId } from '../../shared/ids';
import type { ListRematchCandidatesInput, RematchCandidates } from './contract';
import { findResult } from '../lab-results/access';
import { isVoided } from '../lab-results/voided';
import { patientFacts } from './filing/patient-facts';
import { comparePatients, findCandidates, type Sent } from './candidates';
import { DECIDE, presentUnmatched, selectReports, type UnmatchedReportRow } from './unmatched-reports';

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
    },
    async (tx) => {
      const result = await findResult(tx, ctx, showId('lab_result', pathId('lab_result', input.id)));
      if (isVoided(result)) throw new DomainError('invalid_state', 'The report was already moved.');
      const came = await cameAs(tx, ctx, result.id);
      const sent = sentBy(came, result.panels);
      const where = showId('patient', result.patientId);
      const filed = await comparePatients(tx, ctx, sent, [where]);
      if (!filed.shown[0]) throw notFound();
      const likely = came ? await findCandidates(tx, ctx, sent, null) : { shown: [], patientIds: [] };
      const others = await comparePatients(tx, ctx, sent, input.with);
      const elsewhere = ({ patient }: { patient: { id: string } }) => patient.id !== where;
      const unmatched = came && presentUnmatched(came);
      return {
        output: {
          id: showId('lab_result', result.id),
          object: 'rematch_candidates' as const,
          sent: unmatched && {
            laboratory: unmatched.laboratory,
            received_at: unmatched.received_at,
            family: unmatched.family,
            given: unmatched.given,
            birth_date: unmatched.birth_date,
            sex: unmatched.sex,
            mrn: unmatched.mrn,
          },
          filed_at: filed.shown[0],
          candidates: likely.shown.filter(elsewhere),
          others: others.shown.filter(elsewhere),
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

/** From the stored facts, which remain when the message's bytes are gone. */
function sentBy(came: UnmatchedReportRow | null, tests: Sent['tests']): Sent {
  const row = came?.row;
  const mrns = row?.mrn?.split(', ') ?? [];
  // Given and middle names are stored as one text.
  const [given = null, ...middle] = row?.given?.split(' ') ?? [];
  const names = row && (row.family || given) ? [{ family: row.family, given }] : [];
  const patient: Sent['patient'] = {
    identifiers: mrns.map((number) => ({ number, type: 'MR', authority: null })),
    other_identifiers: [],
    names: names.map((name) => ({
      ...name,
      middle: middle.join(' ') || null,
      prefix: null,
      suffix: null,
      type: null,
    })),
    birth_date: row?.birthDate ?? null,
    sex: row?.sex ?? null,
    addresses: [],
    contacts: [],
    account_number: null,
    deleted_fields: [],
  };
  return { patient, facts: patientFacts(patient, null), tests };
}
