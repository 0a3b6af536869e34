import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv';
import { openPage } from '../../shared/paging';
import type { AuditEntry, AuditFile, ExportAuditEventsInput } from './contract';
import { actorsOf, presentEntry, type AuditRow } from './entries';
import { readMatchingRows } from './matching-rows';
import { namesOf } from './names';

/** Tests lower it, to get several parts from few rows. */
export const exportLimits = { atOnce: 5_000 };

const HEAD = [
  'Time (UTC)',
  'Who',
  'Who (id)',
  'Application',
  'Application (id)',
  'Through',
  'Act',
  'Kind',
  'Outcome',
  'Code',
  'Object',
  'Patients',
  'Fields',
  'Record returned',
  'Reason',
  'Address',
  'Request ID',
  'Id',
];

const cellsOf = (entry: AuditEntry): (string | null)[] => [
  entry.at,
  entry.who.name,
  entry.who.id,
  entry.app?.name ?? null,
  entry.app?.id ?? null,
  entry.transport,
  entry.action,
  entry.kind,
  entry.outcome,
  entry.code,
  entry.object?.id ?? null,
  String(entry.patient_count),
  entry.fields.join(' '),
  entry.record_returned ? 'yes' : null,
  entry.reason,
  entry.ip,
  entry.request_id,
  entry.id,
];

/**
 * Exports the audit log, newest first, one part per call, so that memory does not grow with its length. Each part is
 * authorized and recorded separately. Newest first also keeps entries written meanwhile from duplicating or displacing
 * others.
 * @throws DomainError `invalid_cursor`
 */
export function exportAuditEvents(ctx: Context, input: ExportAuditEventsInput): Promise<AuditFile> {
  const operation = {
    action: 'export_audit_events',
    kind: 'download',
    role: 'auditor',
    peopleOnly: true,
    // IDs only
    restrictedCharts: 'all',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_file', { ...input, limit: exportLimits.atOnce });
    const before = page.after ? String(page.after[0]) : null;
    const wanted = { orgId, before, limit: page.limit + 1, filter: input };
    const { rows, patientIds } = await readMatchingRows(tx, wanted);
    const actors = await namesOf(tx, orgId, actorsOf(rows));
    const { data, next_cursor } = page.close(
      rows,
      (row) => [row.id],
      (row) => csvLine(cellsOf(presentEntry(row, { actors }))),
    );
    const head = page.after ? [] : [BYTE_ORDER_MARK, csvLine(HEAD)];
    return {
      output: {
        file_name: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
        content: [...head, ...data].join(''),
        count: data.length,
        next_cursor,
      },
      audit: { objectKind: 'audit_event', patientIds, detail: { count: data.length } },
    };
  });
}
