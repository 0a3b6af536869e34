import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { closedCharts } from '../../shared/restricted-charts';
import type { AuditEntryList, ListAuditEntriesInput } from './contract';
import { actorsOf, presentEntry, type AuditRow } from './entries';
import { readMatchingRows } from './matching-rows';
import { namesOf } from './names';
import { findObjects, findPatientsOf, hideClosed } from './objects';

const OPERATION = {
  action: 'list_audit_entries',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists audit entries, newest first, with the names of their objects and patients. Its own audit row has every patient
 * in the response.
 * @throws DomainError `invalid_cursor`
 */
export function listAuditEntries(ctx: Context, input: ListAuditEntriesInput): Promise<AuditEntryList> {
  return perform(ctx, OPERATION, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_entries', input);
    const before = page.after ? String(page.after[0]) : null;
    const wanted = { orgId, before, limit: page.limit + 1, filter: input };
    const { rows, patientIds: asked } = await readMatchingRows(tx, wanted);
    const shown = rows.slice(0, page.limit);
    const [actors, objects, patients] = await together(
      namesOf(tx, orgId, actorsOf(shown)),
      findObjects(tx, orgId, shown),
      findPatientsOf(tx, orgId, shown),
    );
    const parents = [...objects.values()].flatMap(({ parent }) =>
      parent?.kind === 'patient' ? parent.id : [],
    );
    const patientIds = [...new Set([...asked, ...patients.keys(), ...parents])];
    const named = hideClosed({ objects, patients }, await closedCharts(tx, ctx, patientIds));
    const list = page.close(
      rows,
      (row) => [row.id],
      (row) => presentEntry(row, { actors, ...named }),
    );
    return {
      output: list,
      audit: {
        objectKind: 'audit_event',
        patientIds,
        detail: { count: list.data.length },
      },
    };
  });
}
