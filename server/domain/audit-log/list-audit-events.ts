import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import type { AuditEntryList, ListAuditEventsInput } from './contract';
import { presentEntry, readEntries, type AuditRow } from './entries';

/**
 * Lists audit events, newest first, with the number of patients concerned. Only access logs identify patients.
 * @throws DomainError `invalid_cursor`
 */
export function listAuditEvents(ctx: Context, input: ListAuditEventsInput): Promise<AuditEntryList> {
  const operation = { action: 'list_audit_events', kind: 'list', role: 'admin', peopleOnly: true } as const;
  return perform(ctx, operation, async (tx) => {
    const page = openPage<AuditRow>(ctx, 'audit_events', input);
    const { rows, names } = await readEntries(tx, ctx.actor.orgId, page, input);
    const list = page.close(
      rows,
      (row) => [row.id],
      (row) => presentEntry(row, names),
    );
    return { output: list, audit: { objectKind: 'audit_event', detail: { count: list.data.length } } };
  });
}
