/** Patient data from a hospital that needs a decision. */
import { useFormat } from '#format';
import type { PatientUpdate } from '@/server/domain/patient-updates/contract';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { DecisionWords } from './decision-words';
import {
  birthDateProblem,
  bornAndSex,
  eventWords,
  isMerge,
  isOfOtherRecord,
  NOT_SENT,
  problemWords,
  requestSentence,
  sentName,
} from './texts';

interface UpdateListProps {
  updates: readonly PatientUpdate[];
  isDecided: boolean;
}

export function UpdateList({ updates, isDecided }: UpdateListProps) {
  const format = useFormat();
  const last = isDecided ? 'Decision' : 'Reason';
  return (
    <DataTable
      caption="Patient data from a hospital"
      columns={['Patient as sent', 'MRN as sent', 'Hospital', 'Received', last]}
    >
      {updates.map((update) => (
        <Row key={update.id}>
          <RowHead className="wrap-anywhere" data-key-row="">
            <TextLink href={`/unmatched/patients/${update.id}`}>{sentName(update)}</TextLink>
            <span className="block text-sm font-normal text-ink-2">{bornAndSex(update)}</span>
          </RowHead>
          <Cell label="MRN as sent" className="wrap-anywhere">
            {update.mrn ?? NOT_SENT}
            {update.prior_mrn ? (
              <span className="block text-sm text-ink-2">
                {priorMrnLabel(update, isDecided)}: {update.prior_mrn}
              </span>
            ) : null}
          </Cell>
          <Cell label="Hospital" className="wrap-anywhere">
            {update.connection}
            <span className="block text-sm text-ink-2">{eventWords(update.event)}</span>
          </Cell>
          <Cell label="Received" className="md:whitespace-nowrap">
            {format.instant(update.received_at)}
          </Cell>
          <Cell label={last} className="wrap-anywhere">
            {isDecided ? <DecisionWords decided={update.decided} /> : updateProblem(update)}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** Nothing is merged or replaced before a decision. */
function priorMrnLabel(update: PatientUpdate, isDecided: boolean): string {
  if (isOfOtherRecord(update)) return 'Other record';
  if (isDecided) return 'Replaced';
  return isMerge(update) ? 'To be merged' : 'To be replaced';
}

type Problem = Pick<
  PatientUpdate,
  | 'problem'
  | 'differs'
  | 'event'
  | 'mrn'
  | 'prior_mrn'
  | 'family'
  | 'given'
  | 'birth_date'
  | 'birth_date_unread'
>;

export function updateProblem(update: Problem): string {
  const { problem, family, given, birth_date, birth_date_unread } = update;
  if (problem === null) return 'It could not be applied automatically.';
  if (problem === 'merge_sent') return requestSentence(update);
  if (problem === 'incomplete') {
    if (!family && !given) return 'No name was sent.';
    if (!family || !given) return `No ${family ? 'given' : 'family'} name was sent.`;
    if (birth_date === null) return birthDateProblem({ birth_date, birth_date_unread });
    if (birth_date.length < 10)
      return birth_date.length === 4 ? 'The birth date has only a year.' : 'The birth date has no day.';
  }
  return problemWords({ ...update, problem });
}
