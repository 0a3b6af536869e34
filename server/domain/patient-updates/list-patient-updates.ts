import { and, asc, desc, eq, gt, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { inboundPatientUpdates } from '../../db/schema/index';
import { namesOfPeople } from '../../shared/actor-names';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { reasonsOf, presentDecision, presentUpdate, READ, selectUpdates, type NamedUpdate } from './access';
import type { ListPatientUpdatesInput, PatientUpdateList } from './contract';
import { OPEN_STATES, type UpdateView } from './rules';

/** Updates that need a decision, oldest first, or the rejected or closed ones, newest first. Throws DomainError `invalid_cursor`. */
export function listPatientUpdates(ctx: Context, input: ListPatientUpdatesInput): Promise<PatientUpdateList> {
  return perform(ctx, { action: 'list_patient_updates', kind: 'list', ...READ }, async (tx) => {
    const isOpen = input.view === 'open';
    const page = openPage<NamedUpdate>(ctx, 'patient_updates', input);
    const rows = await selectUpdates(tx, ctx)
      .where(
        and(
          eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
          inArray(inboundPatientUpdates.state, isOpen ? [...OPEN_STATES] : ['dismissed']),
          outcomeIn(input.view),
          page.after ? (isOpen ? gt : lt)(inboundPatientUpdates.id, page.after[0] as string) : undefined,
        ),
      )
      .orderBy((isOpen ? asc : desc)(inboundPatientUpdates.id))
      .limit(page.limit + 1);
    const names = await namesOfPeople(
      tx,
      ctx,
      rows.map(({ row }) => row.decidedBy),
    );
    const reasons = await reasonsOf(
      tx,
      ctx,
      rows.map(({ row }) => row),
    );
    const list = page.close(
      rows,
      ({ row }) => [row.id],
      (one) => ({ ...presentUpdate(one, reasons), decided: presentDecision(one.row, names) }),
    );
    return {
      output: list,
      audit: { objectKind: 'inbound_patient_update', detail: { count: list.data.length } },
    };
  });
}

/** Of dismissed updates. */
function outcomeIn(view: UpdateView): SQL | undefined {
  const { outcome } = inboundPatientUpdates;
  if (view === 'open') return undefined;
  return view === 'closed' ? eq(outcome, 'closed') : isNull(outcome);
}
