import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { objectWord } from '@/server/domain/audit-log/rules';

/** A user, key, application or connection by name. */
export function AuditActor({ id, name }: AuditEntry['who']) {
  if (id === 'system') return 'System';
  const kind = [...(id.startsWith('usr_') ? [] : [objectWord(id)]), ...(name === null ? ['deleted'] : [])];
  return (
    <>
      {name === null ? <code className="font-mono break-all">{id}</code> : <bdi>{name}</bdi>}
      {kind.length > 0 ? <span className="text-sm text-ink-2"> {kind.join(', ')}</span> : null}
    </>
  );
}
