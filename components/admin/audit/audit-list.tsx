import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Icon } from '../../ui/icons';
import { groupByRequest, type AuditGroup } from './audit-groups';
import { auditObjects } from './audit-object';
import { auditSentence } from './audit-sentences';

interface AuditListProps {
  entries: readonly AuditEntry[];
  caption: string;
  /** In a chart: the patient of every row. */
  patientId?: string;
  isLinked: boolean;
}

const SOURCES: Record<AuditEntry['transport'], string> = {
  v1: 'API (/v1)',
  portal: 'Portal',
  oauth: 'OAuth',
  intake: 'Received message',
  admin: 'Command line',
  system: 'System',
};

const KINDS: Record<string, string> = {
  usr: 'User',
  key: 'API key',
  app: 'Application',
  lab: 'Connection',
};

export function AuditList({ entries, caption, patientId, isLinked }: AuditListProps) {
  const format = useFormat();
  const ofOnePatient = patientId !== undefined;
  return (
    <DataTable caption={caption} columns={['Time', 'Actor', 'Action', 'Object', 'Source']}>
      {groupByRequest(entries).map((group) => {
        const [entry] = group;
        const objects = auditObjects({ entries: group, ofOnePatient, isLinked });
        return (
          <Row key={entry.id}>
            <RowHead className="whitespace-nowrap">
              <time dateTime={entry.at}>{format.instant(entry.at, 'second')}</time>
            </RowHead>
            <Cell label="Actor" className="md:min-w-40">
              <Who {...entry.who} />
            </Cell>
            <Cell label="Action">
              {group.length > 1 ? (
                <Actions group={group} ofOnePatient={ofOnePatient} isLinked={isLinked} />
              ) : (
                <What entry={entry} />
              )}
            </Cell>
            <Cell label="Object" className={objects ? 'lg:min-w-56' : 'max-sm:hidden'}>
              {objects}
            </Cell>
            <Cell label="Source">
              {entry.app ? <Who {...entry.app} /> : SOURCES[entry.transport]}
              {entry.ip ? <span className="text-sm text-ink-2"> · {entry.ip}</span> : null}
              <code className="block font-mono text-sm break-all text-ink-2 xl:whitespace-nowrap">
                {entry.request_id}
              </code>
            </Cell>
          </Row>
        );
      })}
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

function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {auditSentence(entry)}
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
    </>
  );
}

/** In the summary of a request; the others are counted. */
const SUMMARIZED = 2;

/** The actions of one request. Denied and failed ones are in the summary, so that they are not overlooked. */
interface ActionsProps {
  group: AuditGroup;
  ofOnePatient: boolean;
  isLinked: boolean;
}

function Actions({ group, ofOnePatient, isLinked }: ActionsProps) {
  const isDone = ({ outcome }: AuditEntry) => outcome === 'allowed';
  const sentences = [
    ...new Set([...group.filter((entry) => !isDone(entry)), ...group.filter(isDone)].map(auditSentence)),
  ];
  const rest = sentences.length - SUMMARIZED;
  return (
    <details className="group">
      <summary className="target inline-flex min-h-6 items-start gap-1">
        <Icon name="chevron" className="mt-1.5 size-3 shrink-0 group-open:rotate-180" />
        <span>
          <span className="text-accent underline underline-offset-3">
            {count(group.length, 'action')} in one request
          </span>
          : {sentences.slice(0, SUMMARIZED).join(', ')}
          {rest > 0 ? ` and ${rest} more` : null}
        </span>
      </summary>
      <ol className="mt-1 space-y-2 border-l-4 border-line pl-3">
        {group.map((entry) => (
          <li key={entry.id}>
            <What entry={entry} />
            {auditObjects({ entries: [entry], ofOnePatient, isLinked })}
          </li>
        ))}
      </ol>
    </details>
  );
}
