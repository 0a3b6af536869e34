import { useFormat } from '#format';
import type { UpdateOfMessage } from '@/server/domain/inbound-messages/contract';
import { NOT_OF_ONE_PATIENT } from '@/server/domain/patient-updates/rules';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { problemWords, requestSentence } from '../../unmatched/texts';
import { UPDATE_OUTCOME_WORDS, UPDATE_STATE_WORDS } from './message-words';
import { PatientAsSent } from './patient-as-sent';
import { ReasonList } from './reason-list';

/** The patients of a message from a hospital feed. */
export function MessageUpdates({ updates }: { updates: readonly UpdateOfMessage[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Patients" columns={['Patient as sent', 'Recorded', 'Result', 'Reason']}>
      {updates.map((update) => (
        <Row key={update.id}>
          <RowHead className="wrap-anywhere">
            <PatientAsSent {...update} />
          </RowHead>
          <Cell label="Recorded">{format.instant(update.sent_at, 'second')}</Cell>
          <Cell label="Result">
            <Outcome update={update} />
          </Cell>
          <Cell label="Reason">
            <ReasonList
              reasons={[
                ...(update.problem === null
                  ? []
                  : update.problem === 'merge_sent'
                    ? [requestSentence(update)]
                    : [problemWords({ ...update, problem: update.problem })]),
                ...(update.fields.length > 0
                  ? [`Changed: ${update.fields.map((field) => field.replaceAll('_', ' ')).join(', ')}.`]
                  : []),
              ]}
              of={update}
            />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function Outcome({ update }: { update: UpdateOfMessage }) {
  const { id, state, outcome, problem, patient_id, candidate_ids } = update;
  const isRequest = (NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(problem);
  const isOpen = state === 'unmatched' || state === 'conflict';
  return (
    <>
      <span className={isOpen ? 'font-semibold text-abnormal' : ''}>
        {outcome === 'closed'
          ? 'Request closed'
          : [UPDATE_STATE_WORDS[state], outcome && UPDATE_OUTCOME_WORDS[outcome]].filter(Boolean).join(', ')}
      </span>
      {isOpen ? (
        <TextLink href={`/unmatched/patients/${id}`} className="block">
          Review
        </TextLink>
      ) : null}
      {(patient_id ? [patient_id] : candidate_ids).map((patient, at) => (
        <TextLink key={patient} href={`/patients/${patient}`} className="block">
          {patient_id ? 'Patient' : isRequest ? `Record ${at + 1}` : 'Patient by identifier'}
        </TextLink>
      ))}
    </>
  );
}
