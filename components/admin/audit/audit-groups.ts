import type { AuditEntry } from '@/server/domain/audit-log/contract';

/** Entries of one request by one actor, in the order of the list. Never empty. */
export type AuditGroup = readonly [AuditEntry, ...AuditEntry[]];

export function groupByRequest(entries: readonly AuditEntry[]): AuditGroup[] {
  const groups = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of entries) {
    const { request_id, who, app, transport, ip } = entry;
    const key = JSON.stringify([request_id, who.id, app?.id, transport, ip]);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

/** Without attempts that read the same and are about the same. */
export function withoutRepeats(group: AuditGroup, sentence: (entry: AuditEntry) => string): AuditGroup {
  const seen = new Set<string>();
  const [first, ...rest] = group.filter((entry) => {
    if (entry.outcome === 'allowed') return true;
    const key = JSON.stringify([sentence(entry), entry.object?.id, entry.patients.map(({ id }) => id)]);
    return !seen.has(key) && seen.add(key);
  });
  return [first ?? group[0], ...rest];
}
