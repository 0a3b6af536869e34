import { queryNamed } from '../../db/prepared';
import { answeredByCommit, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';

/**
 * Every part of a chart reads its patient, so repeats within a minute write nothing. Entries older than thirty days are
 * deleted when the user opens another chart.
 */
const NOTE = {
  name: 'note_recent_patient',
  text: `with old as (delete from recent_patients
      where org_id = $1 and user_id = $2 and patient_id <> $3 and opened_at < now() - interval '30 days')
    insert into recent_patients (org_id, user_id, patient_id, opened_at) values ($1, $2, $3, now())
    on conflict (org_id, user_id, patient_id) do update set opened_at = excluded.opened_at
      where recent_patients.opened_at < excluded.opened_at - interval '1 minute'`,
};

/** Sent together with COMMIT, so it adds no latency. */
export function noteRecentPatient(tx: Tx, ctx: Context, patientId: string): void {
  const { kind, id, orgId, app } = ctx.actor;
  if (ctx.transport !== 'portal' || kind !== 'user' || app) return;
  void answeredByCommit(tx, () => queryNamed(tx, NOTE, [orgId, id, patientId]));
}
