import { and, desc, eq, lt } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import type { AuditEntryList, ListAuditEventsInput } from './contract';
import { actorsOf, conditionsOf, presentEntry, type AuditRow } from './entries';
import { namesOf } from './names';

/**
 * Lists audit events, newest first, with the number of patients concerned. Only access logs identify patients.
 * @throws DomainError `invalid_cursor`
 */
export function listAuditEvents(ctx: Context, input: ListAuditEventsInput): Promise<AuditEntryList> {
  const operation = { action: 'list_audit_events', kind: 'list', role: 'admin', peopleOnly: true } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_events', input);
    const rows = await tx
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.orgId, orgId),
          page.after ? lt(auditEvents.id, String(page.after[0])) : undefined,
          ...conditionsOf(auditEvents.id, auditEvents, input),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(page.limit + 1);
    const names = await namesOf(tx, orgId, actorsOf(rows));
    const list = page.close(
      rows,
      (row) => [row.id],
      (row) => presentEntry(row, names),
    );
    return { output: list, audit: { objectKind: 'audit_event', detail: { count: list.data.length } } };
  });
}
