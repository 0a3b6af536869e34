import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { inboundPatientUpdates } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { presentUpdate, READ, selectUpdates, type NamedUpdate } from './access';
import type { ListPatientUpdatesInput, PatientUpdateList } from './contract';
import { OPEN_STATES } from './rules';

/** Updates that need a decision, oldest first, or the rejected ones, newest first. Throws DomainError `invalid_cursor`. */
export function listPatientUpdates(ctx: Context, input: ListPatientUpdatesInput): Promise<PatientUpdateList> {
  return perform(ctx, { action: 'list_patient_updates', kind: 'list', ...READ }, async (tx) => {
    const isOpen = input.view === 'open';
    const page = openPage<NamedUpdate>(ctx, 'patient_updates', input);
    const rows = await selectUpdates(tx, ctx)
      .where(
        and(
          eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
          inArray(inboundPatientUpdates.state, isOpen ? [...OPEN_STATES] : ['dismissed']),
          page.after ? (isOpen ? gt : lt)(inboundPatientUpdates.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy((isOpen ? asc : desc)(inboundPatientUpdates.id))
      .limit(page.limit + 1);
    const list = page.close(rows, ({ row }) => [row.id], presentUpdate);
    return {
      output: list,
      audit: { objectKind: 'inbound_patient_update', detail: { count: list.data.length } },
    };
  });
}
