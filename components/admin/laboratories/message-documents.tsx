import { useFormat } from '#format';
import type { DocumentOfMessage } from '@/server/domain/inbound-messages/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { documentProblem } from '../../unmatched/unmatched-document-list';
import { DOCUMENT_OUTCOME_WORDS, DOCUMENT_STATE_WORDS } from './message-words';
import { PatientAsSent } from './patient-as-sent';
import { ReasonList } from './reason-list';

/** The documents of a message and what became of them. */
export function MessageDocuments({ documents }: { documents: readonly DocumentOfMessage[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Documents" columns={['Document', 'Patient as sent', 'Result', 'Reason']}>
      {documents.map((document) => (
        <Row key={document.id}>
          <RowHead className="wrap-anywhere">
            <bdi>{document.title}</bdi>
            <span className="block text-sm font-normal">
              Number {document.number ?? 'not sent'}
              {document.parent ? ` · Refers to ${document.parent}` : ''} · Sent{' '}
              {format.instant(document.sent_at, 'second')}
            </span>
          </RowHead>
          <Cell label="Patient as sent" className="wrap-anywhere">
            <PatientAsSent {...document} />
          </Cell>
          <Cell label="Result">
            <Outcome document={document} />
          </Cell>
          <Cell label="Reason">
            <ReasonList reasons={document.problem ? [documentProblem(document)] : []} of={document} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const HAS_PROBLEM = new Set<DocumentOfMessage['state']>(['unmatched', 'conflict', 'unreadable']);
const HAS_PAGE = new Set<DocumentOfMessage['state']>(['unmatched', 'conflict', 'unreadable', 'dismissed']);

function Outcome({ document }: { document: DocumentOfMessage }) {
  const { id, state, outcome, patient_id, document_id, candidate_id } = document;
  const patient = patient_id ?? candidate_id;
  return (
    <>
      <span className={HAS_PROBLEM.has(state) ? 'font-semibold text-abnormal' : ''}>
        {DOCUMENT_STATE_WORDS[state]}
        {outcome ? `, ${DOCUMENT_OUTCOME_WORDS[outcome]}` : ''}
      </span>
      {HAS_PAGE.has(state) ? (
        <TextLink href={`/unmatched/documents/${id}`} className="block">
          {state === 'dismissed' ? 'Open' : 'Review'}
        </TextLink>
      ) : null}
      {patient_id && document_id ? (
        <TextLink href={`/patients/${patient_id}/documents/${document_id}`} className="block">
          Document
        </TextLink>
      ) : null}
      {patient ? (
        <TextLink href={`/patients/${patient}`} className="block">
          {patient_id ? 'Patient' : 'Patient by identifier'}
        </TextLink>
      ) : null}
    </>
  );
}
