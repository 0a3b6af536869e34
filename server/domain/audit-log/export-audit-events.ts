import { and, desc, eq, lt } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../act';
import type { Context } from '../context';
import { BYTE_ORDER_MARK, csvLine } from '../csv';
import { DomainError } from '../errors';
import type { AuditEntry, AuditFile, ExportAuditEventsInput } from './contract';
import { actorsOf, conditionsOf, presentEntry, type AuditRow } from './entries';
import { namesOf } from './names';

/** Changed by tests, to meet the limit with few rows. */
export const exportLimits = { most: 50_000, atOnce: 5_000 };

const HEAD = [
  ...['Time (UTC)', 'Who', 'Who (id)', 'Application', 'Application (id)', 'Through', 'Act', 'Kind'],
  ...['Outcome', 'Code', 'Object', 'Patients', 'Fields', 'Reason', 'Address', 'Request id', 'Id'],
];

const cellsOf = (entry: AuditEntry): (string | null)[] => [
  ...[entry.at, entry.who.name, entry.who.id, entry.app?.name ?? null, entry.app?.id ?? null],
  ...[entry.door, entry.action, entry.kind, entry.outcome, entry.code, entry.object_id],
  ...[String(entry.patients), entry.fields.join(' '), entry.reason, entry.ip, entry.request_id, entry.id],
];

/**
 * The audit of the organisation as a file, newest first: all of what the filter shows, or nothing.
 * @throws DomainError `payload_too_large`
 */
export function exportAuditEvents(ctx: Context, input: ExportAuditEventsInput): Promise<AuditFile> {
  const act = { action: 'export_audit_events', kind: 'download', role: 'admin', peopleOnly: true } as const;
  return perform(ctx, act, async (tx) => {
    const parts = [BYTE_ORDER_MARK, csvLine(HEAD)];
    let count = 0;
    for await (const rows of inPieces(tx, ctx, input)) {
      count += rows.length;
      if (count > exportLimits.most)
        throw new DomainError(
          'payload_too_large',
          `That is more than ${exportLimits.most} acts. Choose fewer days, or one person.`,
        );
      const names = await namesOf(tx, ctx.actor.orgId, actorsOf(rows));
      for (const row of rows) parts.push(csvLine(cellsOf(presentEntry(row, names))));
    }
    return {
      output: { file_name: `audit-${new Date().toISOString().slice(0, 10)}.csv`, content: parts.join('') },
      audit: { objectKind: 'audit_event', detail: { count } },
    };
  });
}

/** From the newest backwards, so that what is written meanwhile neither comes twice nor pushes anything out. */
async function* inPieces(tx: Tx, ctx: Context, input: ExportAuditEventsInput): AsyncGenerator<AuditRow[]> {
  for (let before: string | null = null; ;) {
    const rows: AuditRow[] = await tx
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.orgId, ctx.actor.orgId),
          before === null ? undefined : lt(auditEvents.id, before),
          ...conditionsOf(auditEvents.id, auditEvents, input),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(exportLimits.atOnce);
    if (rows.length > 0) yield rows;
    if (rows.length < exportLimits.atOnce) return;
    before = rows.at(-1)!.id;
  }
}
