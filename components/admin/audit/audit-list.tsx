import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Icon } from '../../ui/icons';
import { groupByRequest, withoutRepeats, type AuditGroup } from './audit-groups';
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

/** One line for each request; its details open below the action. */
export function AuditList({ entries, caption, patientId, isLinked }: AuditListProps) {
  const format = useFormat();
  const ofOnePatient = patientId !== undefined;
  return (
    <DataTable isDense caption={caption} columns={['Time', 'Actor', 'Action', 'Object']}>
      {groupByRequest(entries).map((group) => {
        const [entry] = group;
        const objects = auditObjects({ entries: group, ofOnePatient, isLinked });
        return (
          <Row key={entry.id}>
            <RowHead className="font-normal whitespace-nowrap max-md:w-auto!">
              <time dateTime={entry.at}>{format.instant(entry.at, 'second')}</time>
            </RowHead>
            <Cell className="wrap-anywhere md:min-w-48">
              <Who {...entry.who} />
            </Cell>
            <Cell className="max-md:w-full! md:w-2/5">
              <Actions group={group} ofOnePatient={ofOnePatient} isLinked={isLinked} />
            </Cell>
            <Cell className={objects ? 'max-md:w-full!' : 'max-md:hidden'}>{objects}</Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}

function Who({ id, name }: AuditEntry['who']) {
  if (id === 'system') return 'System';
  const kind = [
    ...(id.startsWith('usr_') ? [] : [KINDS[id.slice(0, 3)]]),
    ...(name === null ? ['deleted'] : []),
  ];
  return (
    <>
      {name ?? <code className="font-mono break-all">{id}</code>}
      {kind.length > 0 ? <span className="text-sm text-ink-2"> {kind.join(', ')}</span> : null}
    </>
  );
}

/** Fields, reason and whether the response had the record; null without any. */
function More({ entry }: { entry: AuditEntry }) {
  const lines = [
    entry.fields.map((field) => field.replaceAll('_', ' ')).join(', '),
    entry.record_returned ? 'The response contained the whole record' : '',
    entry.reason ? `Reason: ${entry.reason.replaceAll('_', ' ')}` : '',
  ].filter(Boolean);
  return lines.map((line) => (
    <span key={line} className="block text-sm text-ink-2">
      {line}
    </span>
  ));
}

/** In the summary of a request; the others are counted. */
const SUMMARIZED = 2;

/** The actions of one request. Denied and failed ones are in the summary, so that they are not overlooked. */
interface ActionsProps {
  group: AuditGroup;
  ofOnePatient: boolean;
  isLinked: boolean;
}

function Actions({ group: all, ofOnePatient, isLinked }: ActionsProps) {
  const group = withoutRepeats(all, auditSentence);
  const isDone = ({ outcome }: AuditEntry) => outcome === 'allowed';
  const [first] = group;
  const sentences = [
    ...new Set([...group.filter((entry) => !isDone(entry)), ...group.filter(isDone)].map(auditSentence)),
  ];
  const rest = sentences.length - SUMMARIZED;
  return (
    <details className="group">
      <summary className="target flex min-h-6 items-start gap-1.5">
        <Icon
          name="chevron"
          className="mt-1.5 size-3 shrink-0 text-accent group-open:rotate-180 print:hidden"
        />
        <span>
          {group.length > 1 ? `${count(group.length, 'action')} in one request: ` : null}
          {sentences.slice(0, SUMMARIZED).join(', ')}
          {rest > 0 ? ` and ${rest} more` : null}
        </span>
      </summary>
      <div className="mt-1 mb-1 border-l-4 border-line pl-3">
        {group.length > 1 ? (
          <ol className="mb-1 space-y-1">
            {group.map((entry) => (
              <li key={entry.id}>
                {auditSentence(entry)}
                <More entry={entry} />
                {auditObjects({ entries: [entry], ofOnePatient, isLinked })}
              </li>
            ))}
          </ol>
        ) : (
          <More entry={first} />
        )}
        <p className="text-sm">
          {first.app ? <Who {...first.app} /> : SOURCES[first.transport]}
          {first.ip ? ` · ${first.ip}` : null}{' '}
          <code className="font-mono break-all text-ink-2">{first.request_id}</code>
        </p>
        {first.object ? (
          <p className="text-sm">
            <span className="text-ink-2">Object</span>{' '}
            <code className="font-mono break-all">{first.object.id}</code>
          </p>
        ) : null}
      </div>
    </details>
  );
}
