import type { AuditEntry } from '@/server/domain/audit-log/contract';

const KINDS: Record<string, string> = {
  usr: 'User',
  key: 'API key',
  app: 'Application',
  lab: 'Connection',
};

/** A user, key, application or connection by name. */
export function AuditActor({ id, name }: AuditEntry['who']) {
  if (id === 'system') return 'System';
  const kind = [
    ...(id.startsWith('usr_') ? [] : [KINDS[id.slice(0, 3)]]),
    ...(name === null ? ['deleted'] : []),
  ];
  return (
    <>
      {name === null ? <code className="font-mono break-all">{id}</code> : <bdi>{name}</bdi>}
      {kind.length > 0 ? <span className="text-sm text-ink-2"> {kind.join(', ')}</span> : null}
    </>
  );
}
