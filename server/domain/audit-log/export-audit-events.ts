import { SOURCE_WORDS } from '../../data-types/audit-action-codes';
import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv';
import { openPage } from '../../shared/paging';
import type { AuditEntry, AuditFile, ExportAuditEventsInput } from './contract';
import { actorsOf, presentEntry, type AuditRow } from './entries';
import { readMatchingRows } from './matching-rows';
import { namesOf } from './names';
import { findObjectsOutsideCharts } from './objects';
import { auditSentence, fieldText, KIND_WORDS, objectWord, OUTCOME_WORDS } from './rules';

/** Tests lower it, to get several parts from few rows. */
export const exportLimits = { atOnce: 5_000 };

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const textOf = (value: AuditEntry['facts'][number]['value']): string => String(value ?? 'none');

const REASON = 'reason';
const textOfReason = (facts: AuditEntry['facts']): string | null => {
  const found = facts.find(({ field }) => field === REASON);
  return found ? textOf(found.value) : null;
};

/** In the words of the page, and the operation and code as `/v1` returns them, for sorting and filtering. */
const COLUMNS: readonly (readonly [head: string, cell: (entry: AuditEntry) => string | null])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Actor', ({ who }) => who.name],
  ['Actor ID', ({ who }) => who.id],
  ['Application', ({ app }) => app?.name ?? null],
  ['Application ID', ({ app }) => app?.id ?? null],
  ['Source', ({ transport }) => SOURCE_WORDS[transport]],
  ['Action', (entry) => sentenceCase(auditSentence(entry))],
  ['Operation', ({ action }) => action],
  ['Type', ({ kind }) => KIND_WORDS[kind]],
  ['Outcome', ({ outcome }) => OUTCOME_WORDS[outcome]],
  ['Error code', ({ code }) => code],
  ['Object', ({ object }) => object?.id ?? null],
  ['Object type', ({ object }) => object && objectWord(object.id)],
  ['Object name', ({ object }) => object?.name ?? null],
  ['Patients', ({ patient_count }) => String(patient_count)],
  ['Changed fields', ({ fields }) => sentenceCase(fields.map(fieldText).join(', '))],
  ['Fields', ({ fields }) => fields.join(' ')],
  [
    'Changes',
    ({ facts, changes }) =>
      [
        ...facts
          .filter(({ field }) => field !== REASON)
          .map(({ field, value }) => `${field}: ${textOf(value)}`),
        ...changes.map(({ field, was, is }) => `${field}: ${textOf(was)} → ${textOf(is)}`),
      ].join('\n'),
  ],
  ['Rejected fields', ({ rejected_fields }) => rejected_fields.join(' ')],
  ['Record returned', ({ record_returned }) => (record_returned ? 'Yes' : null)],
  ['Reason', ({ reason, facts }) => reason ?? textOfReason(facts)],
  ['IP address', ({ ip }) => ip],
  ['Request ID', ({ request_id }) => request_id],
  ['ID', ({ id }) => id],
];

const HEAD = COLUMNS.map(([head]) => head);
const cellsOf = (entry: AuditEntry) => COLUMNS.map(([, cell]) => cell(entry));

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
    // No names of what is in a chart
    restrictedCharts: 'all',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const page = openPage<AuditRow>(ctx, 'audit_file', { ...input, limit: exportLimits.atOnce });
    const before = page.after ? String(page.after[0]) : null;
    const wanted = { orgId, before, limit: page.limit + 1, filter: input };
    const { rows, patientIds } = await readMatchingRows(tx, wanted);
    const [actors, objects] = await together(
      namesOf(tx, orgId, actorsOf(rows)),
      findObjectsOutsideCharts(tx, orgId, rows),
    );
    const { data, next_cursor } = page.close(
      rows,
      (row) => [row.id],
      (row) => csvLine(cellsOf(presentEntry(row, { actors, objects }))),
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
