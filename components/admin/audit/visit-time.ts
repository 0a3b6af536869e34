import type { AuditGroup } from '@/server/domain/audit-log/visit-rules';
import type { Format } from '../../format/format';

/** `05-Nov-2026 14:07–14:10`. */
export function visitTime(visit: AuditGroup, format: Format): string {
  const [start, end] = [visit.at(-1)!.at, visit[0].at];
  if (format.dayOf(start) !== format.dayOf(end)) return `${format.instant(start)} – ${format.instant(end)}`;
  const from = format.instant(start);
  return format.clock(start) === format.clock(end) ? from : `${from}–${format.clock(end)}`;
}
