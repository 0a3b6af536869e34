import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { PREFIX } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { closedCharts } from '../../shared/restricted-charts';
import type { AuditEntryList, ListAuditEntriesInput } from './contract';
import { actorsOf, patientsOf, presentEntry, type AuditRow } from './entries';
import { readMatchingRows } from './matching-rows';
import { namesOf } from './names';
import { findObjects, findPatients, hideClosed } from './objects';
import { readVisits, readWholePage } from './whole-page';

const OPERATION = {
  action: 'list_audit_entries',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

/**
 * Lists audit entries, newest first, with the names of their objects and patients. The limit counts requests, or visits if
 * the filter is about a patient, as the page has one line for each. Its own audit row has every patient in the response.
 * @throws DomainError `invalid_cursor`
 */
export function listAuditEntries(ctx: Context, input: ListAuditEntriesInput): Promise<AuditEntryList> {
  return perform(ctx, OPERATION, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_entries', input);
    const readLines = input.about?.startsWith(PREFIX.patient) ? readVisits : readWholePage;
    const records: string[] = [];
    const start = page.after ? String(page.after[0]) : null;
    const { rows, most } = await readLines(page.limit, start, async (before, limit) => {
      const found = await readMatchingRows(tx, { orgId, before, limit, filter: input });
      records.push(...found.patientIds);
      return found.rows;
    });
    const shown = rows.slice(0, most);
    const [actors, objects, patients] = await together(
      namesOf(tx, orgId, actorsOf(shown)),
      findObjects(tx, orgId, shown),
      findPatients(
        tx,
        orgId,
        shown.flatMap((row) => patientsOf(row, records)),
      ),
    );
    const parents = [...objects.values()].flatMap(({ parent }) =>
      parent?.kind === 'patient' ? parent.id : [],
    );
    const patientIds = [...new Set([...records, ...patients.keys(), ...parents])];
    const named = hideClosed({ objects, patients }, await closedCharts(tx, ctx, patientIds));
    const list = page.close(
      rows,
      (row) => [row.id],
      (row) => presentEntry(row, { actors, ...named, records }),
      { most },
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
