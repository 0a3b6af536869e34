/** Lines of the audit: when, who, what, through what. Ids stand where a name is gone, and in small print for questions. */
import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { auditSentence } from './audit-sentences';

interface AuditListProps {
  entries: readonly AuditEntry[];
  caption: string;
  /** In a chart: the patient that every line is about. */
  patientId?: string;
}

const DOORS: Record<AuditEntry['door'], string> = {
  v1: 'Interface (/v1)',
  portal: 'Portal',
  oauth: 'Connecting applications',
  intake: 'Laboratory',
  admin: 'Operator’s tool',
  system: 'The service',
};

const KINDS: Record<string, string> = {
  usr: 'Person',
  key: 'API key',
  app: 'Application',
  lab: 'Laboratory',
};

export function AuditList({ entries, caption, patientId }: AuditListProps) {
  const format = useFormat();
  return (
    <DataTable caption={caption} columns={['When', 'Who', 'What', 'Through']}>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <RowHead className="whitespace-nowrap">
            <time dateTime={entry.at}>{format.instant(entry.at, 'second')}</time>
          </RowHead>
          <Cell label="Who">
            <Who {...entry.who} />
          </Cell>
          <Cell label="What">
            <What entry={entry} patientId={patientId} />
          </Cell>
          <Cell label="Through">
            {entry.app ? <Who {...entry.app} /> : DOORS[entry.door]}
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
  if (id === 'system') return 'The service itself';
  return (
    <>
      {name ?? <code className="font-mono break-all">{id}</code>}
      <span className="block text-sm text-ink-2">
        {KINDS[id.slice(0, 3)]}
        {name === null ? ', no longer known' : null}
      </span>
    </>
  );
}

/** Pages of what an act was about. */
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
        <span className="block text-sm text-ink-2">The answer held the whole record</span>
      ) : null}
      {entry.reason ? (
        <span className="block text-sm text-ink-2">Reason: {entry.reason.replaceAll('_', ' ')}</span>
      ) : null}
      {others > 0 ? (
        <span className="block text-sm text-ink-2">
          {patientId
            ? `with ${others} other ${others === 1 ? 'patient' : 'patients'}`
            : `${others} ${others === 1 ? 'patient' : 'patients'}`}
        </span>
      ) : null}
    </>
  );
}
