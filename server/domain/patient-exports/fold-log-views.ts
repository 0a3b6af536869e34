import type { AuditEntry } from '../audit-log/contract';
import { LOG_VIEWS, LOG_VIEWS_APART_MS } from '../audit-log/rules';

export interface AccessRow {
  /** The newest. */
  entry: AuditEntry;
  /** Views of the log in this row; 1 for any other entry. */
  times: number;
}

const isLogView = ({ action, outcome }: AuditEntry): boolean =>
  outcome === 'allowed' && LOG_VIEWS.has(action);

const isByOneActor = (one: AuditEntry, other: AuditEntry): boolean =>
  one.who.id === other.who.id &&
  one.app?.id === other.app?.id &&
  one.transport === other.transport &&
  one.ip === other.ip;

/**
 * Views of the access log in a row as one row, like the page of the log, and without the name and birth date that every
 * page of a chart reads next to what it shows.
 * @param entries newest first
 */
export async function* foldLogViews(entries: AsyncIterable<AuditEntry>): AsyncGenerator<AccessRow> {
  let row: AccessRow | undefined;
  let oldest: AuditEntry | undefined;
  for await (const entry of entries) {
    if (row && oldest && isByOneActor(oldest, entry)) {
      const isOfPage = entry.action === 'get_patient' && entry.request_id === oldest.request_id;
      if (isOfPage && entry.outcome === 'allowed') continue;
      if (
        isLogView(row.entry) &&
        isLogView(entry) &&
        Date.parse(oldest.at) - Date.parse(entry.at) <= LOG_VIEWS_APART_MS
      ) {
        row.times += entry.request_id === oldest.request_id ? 0 : 1;
        oldest = entry;
        continue;
      }
    }
    if (row) yield row;
    row = { entry, times: 1 };
    oldest = entry;
  }
  if (row) yield row;
}
