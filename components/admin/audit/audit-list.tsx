import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { auditSentence } from './audit-sentences';

interface AuditListProps {
  entries: readonly AuditEntry[];
  caption: string;
  /** In a chart: the patient of every row. */
  patientId?: string;
}

const SOURCES: Record<AuditEntry['transport'], string> = {
  v1: 'API (/v1)',
  portal: 'Portal',
  oauth: 'OAuth',
  intake: 'Laboratory',
  admin: 'Command line',
  system: 'System',
};

const KINDS: Record<string, string> = {
  usr: 'User',
  key: 'API key',
  app: 'Application',
  lab: 'Laboratory',
};

export function AuditList({ entries, caption, patientId }: AuditListProps) {
  const format = useFormat();
  return (
    <DataTable caption={caption} columns={['Time', 'Actor', 'Action', 'Source']}>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <RowHead className="whitespace-nowrap">
            <time dateTime={entry.at}>{format.instant(entry.at, 'second')}</time>
          </RowHead>
          <Cell label="Actor">
            <Who {...entry.who} />
          </Cell>
          <Cell label="Action">
            <What entry={entry} patientId={patientId} />
          </Cell>
          <Cell label="Source">
            {entry.app ? <Who {...entry.app} /> : SOURCES[entry.transport]}
            <span className="block text-sm break-all text-ink-2">
              {entry.ip ? `${entry.ip} · ` : null}
              <code className="font-mono">{entry.request_id}</code>
            </span>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function Who({ id, name }: AuditEntry['who']) {
  if (id === 'system') return 'System';
  return (
    <>
      {name ?? <code className="font-mono break-all">{id}</code>}
      <span className="block text-sm text-ink-2">
        {KINDS[id.slice(0, 3)]}
        {name === null ? ', deleted' : null}
      </span>
    </>
  );
}

/** Pages of the objects of actions. */
const PAGES: Record<string, string> = { res: 'results', doc: 'documents' };

function What({ entry, patientId }: { entry: AuditEntry; patientId: string | undefined }) {
  const words = auditSentence(entry);
  const section = entry.object_id ? PAGES[entry.object_id.slice(0, 3)] : undefined;
  const href =
    patientId && section && entry.outcome === 'allowed' && entry.patients === 1
      ? `/patients/${patientId}/${section}/${entry.object_id}`
      : null;
  const others = entry.patients - (patientId ? 1 : 0);
  return (
    <>
      {href ? <TextLink href={href}>{words}</TextLink> : words}
      {entry.fields.length > 0 ? (
        <span className="block text-sm text-ink-2">
          {entry.fields.map((field) => field.replaceAll('_', ' ')).join(', ')}
        </span>
      ) : null}
      {entry.record_returned ? (
        <span className="block text-sm text-ink-2">The response contained the whole record</span>
      ) : null}
      {entry.reason ? (
        <span className="block text-sm text-ink-2">Reason: {entry.reason.replaceAll('_', ' ')}</span>
      ) : null}
      {others > 0 ? (
        <span className="block text-sm text-ink-2">
          {patientId ? `with ${count(others, 'other patient')}` : count(others, 'patient')}
        </span>
      ) : null}
    </>
  );
}
