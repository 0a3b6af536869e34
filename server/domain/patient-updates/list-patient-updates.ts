import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { inboundPatientUpdates } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { presentUpdate, READ, selectUpdates, type NamedUpdate } from './access';
import type { ListPatientUpdatesInput, PatientUpdateList } from './contract';
import { OPEN_STATES } from './rules';

/** Updates that need a decision, oldest first. Throws DomainError `invalid_cursor`. */
export function listPatientUpdates(ctx: Context, input: ListPatientUpdatesInput): Promise<PatientUpdateList> {
  return perform(ctx, { action: 'list_patient_updates', kind: 'list', ...READ }, async (tx) => {
    const page = openPage<NamedUpdate>(ctx, 'patient_updates', input);
    const rows = await selectUpdates(tx, ctx)
      .where(
        and(
          eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
          inArray(inboundPatientUpdates.state, [...OPEN_STATES]),
          page.after ? gt(inboundPatientUpdates.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy(asc(inboundPatientUpdates.id))
      .limit(page.limit + 1);
    const list = page.close(rows, ({ row }) => [row.id], presentUpdate);
    return {
      output: list,
      audit: { objectKind: 'inbound_patient_update', detail: { count: list.data.length } },
    };
  });
}
