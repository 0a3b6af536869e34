import { and, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { fieldError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { decidedSince } from '../../shared/decided-since';
import { showId } from '../../shared/ids';
import { DECIDE } from './access';
import type { DecidedReport } from './contract';
import { lockUnmatched, refreshMessage, type UnmatchedReportRow } from './unmatched-reports';

/** What a report was before it was set aside or rejected; null if it is neither. */
export function stateBefore({ state, why }: UnmatchedReportRow['row']): OpenState | null {
  if (state !== 'parked' && state !== 'rejected') return null;
  // Earlier versions did not record it.
  return OPEN_STATES.find((open) => open === why.before) ?? 'unmatched';
}

/** `filed`: an older version of a filed report, which can be filed as well. */
const OPEN_STATES = ['unmatched', 'conflict', 'filed'] as const;
type OpenState = (typeof OPEN_STATES)[number];

/** Removes a report from the open queue without filing it. It is returned with `returnReport`; one set aside can also be filed. */
export function setAside(
  ctx: Context,
  action: 'park_report' | 'reject_report',
  input: { id: string; reason?: string | undefined },
): Promise<DecidedReport> {
  const state = action === 'park_report' ? 'parked' : 'rejected';
  return perform(ctx, { action, kind: 'write', ...DECIDE }, async (tx) => {
    const row = await lockUnmatched(tx, ctx, input.id);
    if (row.state === state) throw await decidedSince(tx, ctx, 'The report was set aside', row.decidedBy);
    if (row.severity === 'critical' && !input.reason)
      throw fieldError('/reason', 'required', 'is required for a critical result');
    await tx
      .update(inboundReports)
      .set({
        state,
        why: { ...row.why, before: stateBefore(row) ?? row.state },
        decidedBy: actorName(ctx.actor),
        decidedAt: new Date(),
        reason: input.reason ?? null,
      })
      .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, row.id)));
    await refreshMessage(tx, ctx, row);
    return {
      output: { id: showId('inbound_report', row.id), state },
      audit: { objectKind: 'inbound_report', objectId: row.id, detail: { state, before: row.state } },
    };
  });
}
