import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { SOURCE_WORDS } from '@/server/data-types/audit-action-codes';
import { auditSentence, fieldText } from '@/server/domain/audit-log/rules';
import {
  bySignificance,
  foldedVisit,
  groupByRequest,
  groupByVisit,
  requestSentences,
  visitSentences,
  visitText,
  withoutRepeats,
  type AuditGroup,
} from '@/server/domain/audit-log/visit-rules';
import type { Format } from '../../format/format';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Icon } from '../../ui/icons';
import { TextLink } from '../../ui/text-link';
import { requestHref } from './actions-href';
import { AuditActor } from './audit-actor';
import { changedField, changeText, factText } from './audit-changes';
import { auditObjects, Id } from './audit-object';
import { EntryPatients } from './entry-patients';
import { visitTime } from './visit-time';

interface AuditListProps {
  entries: readonly AuditEntry[];
  caption: string;
  /** The patient of every row, in an access log. */
  patientId?: string | undefined;
  isLinked: boolean;
}

/** One line for each request, or visit in an access log; its details open below the action. */
export function AuditList({ entries, caption, patientId, isLinked }: AuditListProps) {
  const format = useFormat();
  const groups = patientId === undefined ? groupByRequest(entries) : groupByVisit(entries);
  return (
    <DataTable isDense caption={caption} columns={['Time', 'Actor', 'Action', 'Object']}>
      {groups.map((group) => {
        const [entry] = group;
        const entries = patientId === undefined ? group : bySignificance(group);
        const objects = auditObjects({ entries, patientId, isVisit: true, isLinked });
        return (
          <Row key={entry.id}>
            <RowHead className="font-normal whitespace-nowrap max-md:w-auto!">
              <time dateTime={entry.at}>
                {patientId === undefined ? format.instant(entry.at, 'second') : visitTime(group, format)}
              </time>
            </RowHead>
            <Cell className="wrap-anywhere md:min-w-48">
              <AuditActor {...entry.who} />
            </Cell>
            <Cell className="max-md:w-full! md:w-2/5">
              <Actions group={group} patientId={patientId} isLinked={isLinked} />
            </Cell>
            <Cell className={objects ? 'max-md:w-full!' : 'max-md:hidden'}>{objects}</Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}

/** Fields with their values, reason and whether the response had the record; null without any. */
function More({ entry }: { entry: AuditEntry }) {
  const format = useFormat();
  const rejected = entry.rejected_fields.map(fieldText).join(', ');
  const lines = [
    entry.fields
      .filter((field) => !entry.changes.some((change) => change.field === field))
      .map(fieldText)
      .join(', '),
    ...entry.facts.map((fact) => factText(fact, format)),
    ...entry.changes.map((change) => changeText(change, entry.action)),
    rejected ? `Rejected fields: ${rejected}` : '',
    entry.record_returned ? 'The response contained the whole record' : '',
    entry.reason ? `Reason: ${entry.reason.replaceAll('_', ' ')}` : '',
  ].filter(Boolean);
  return lines.map((line) => (
    <span key={line} className="block text-sm text-ink-2">
      {line}
    </span>
  ));
}

/** Next to the action of a closed row: the changed fields, or the role of a new user. */
const briefOf = ({ action, changes, facts }: AuditEntry, format: Format): string =>
  [
    ...changes.map((change) => changedField(change, action)),
    ...facts.filter(({ field }) => field === 'role').map((fact) => factText(fact, format)),
  ].join(', ');

/** Too many patients to name in the list. */
const isCounted = ({ patients, patient_count }: AuditEntry): boolean =>
  patients.length === 0 && patient_count > 0;

/** In the summary. The others are not counted: further ones of the request may be on the next page. */
const SUMMARIZED = 2;

/** Of a visit, whose steps open below. */
const MOST_TOLD = 3;

interface ActionsProps {
  group: AuditGroup;
  patientId: string | undefined;
  isLinked: boolean;
}

const firstSentences = (sentences: readonly string[]): string =>
  `${sentences.slice(0, SUMMARIZED).join(', ')}${sentences.length > SUMMARIZED ? ' and more' : ''}`;

/** The actions of one request or visit. */
function Actions({ group: all, patientId, isLinked }: ActionsProps) {
  const format = useFormat();
  const isVisit = patientId !== undefined;
  const group = withoutRepeats(all, auditSentence);
  const [first] = group;
  const isOneRequest = group.every(({ request_id }) => request_id === first.request_id);
  const brief = group.length > 1 ? '' : briefOf(first, format);
  return (
    <details className="group">
      <summary className="target flex min-h-6 items-start gap-1.5">
        <Icon
          name="chevron"
          className="mt-1.5 size-3 shrink-0 text-accent group-open:rotate-180 print:hidden"
        />
        <span className="block first-letter:uppercase">
          {!isVisit && group.length > 1 ? 'Several actions in one request: ' : null}
          {isVisit ? visitText(visitSentences(group), MOST_TOLD) : firstSentences(requestSentences(group))}
          {brief ? <span className="text-sm text-ink-2 group-open:hidden"> · {brief}</span> : null}
        </span>
      </summary>
      <div className="mt-1 mb-1 border-l-4 border-line pl-3">
        {group.length > 1 ? (
          <ol className="mb-1">
            {(isVisit ? foldedVisit(group) : group.map((entry): AuditGroup => [entry])).map((same) => (
              <li
                key={same[0].id}
                className="flex flex-wrap gap-x-4 border-line py-1 *:min-w-0 *:flex-1 *:basis-48 not-first:border-t"
              >
                <div>
                  <span className="block first-letter:uppercase">{auditSentence(same[0])}</span>
                  {isVisit ? <Times entries={same} isLinked={!isOneRequest} /> : null}
                  <More entry={same[0]} />
                </div>
                <div>
                  {auditObjects({ entries: [same[0]], patientId, isLinked, isCounted: isVisit })}
                  {same[0].object?.name ? <Id id={same[0].object.id} /> : null}
                </div>
                {isVisit || !isCounted(same[0]) ? null : (
                  <div className="basis-full!">
                    <EntryPatients entry={same[0]} isLinked={isLinked} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        ) : (
          <>
            {isVisit ? <Times entries={group} isLinked={false} /> : null}
            <More entry={first} />
            {isVisit || !isCounted(first) ? null : <EntryPatients entry={first} isLinked={isLinked} />}
          </>
        )}
        <p className="text-sm">
          {first.app ? <AuditActor {...first.app} /> : SOURCE_WORDS[first.transport]}
          {first.ip ? ` · ${first.ip}` : null}{' '}
          {isOneRequest ? (
            <TextLink href={requestHref(first.request_id)} className="inline-flex min-h-6 items-center">
              <code className="font-mono break-all">{first.request_id}</code>
            </TextLink>
          ) : null}
        </p>
        {group.length === 1 && first.object ? (
          <p className="text-sm">
            <span className="text-ink-2">Object</span> <Id id={first.object.id} />
          </p>
        ) : null}
      </div>
    </details>
  );
}

interface TimesProps {
  entries: AuditGroup;
  /** To the request of a single entry. */
  isLinked: boolean;
}

function Times({ entries, isLinked }: TimesProps) {
  const format = useFormat();
  const [{ at, request_id }] = entries;
  const last = format.instant(at, 'second');
  return (
    <span className="block text-sm text-ink-2">
      {entries.length > 1 ? (
        `${count(entries.length, 'time')}, last at ${last}`
      ) : isLinked ? (
        <TextLink href={requestHref(request_id)} className="inline-flex min-h-6 items-center">
          {last}
        </TextLink>
      ) : (
        last
      )}
    </span>
  );
}
