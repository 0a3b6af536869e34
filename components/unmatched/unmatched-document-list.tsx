/** Documents received as messages that could not be matched to a patient. */
import { useFormat } from '#format';
import type { InboundDocument, InboundDocumentList } from '@/server/domain/inbound-documents/contract';
import { DOCUMENT_PROBLEM_WORDS } from '@/server/domain/inbound-documents/rules';
import { wordOf } from '../format/words';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { DecisionWords } from './decision-words';
import { birthDateProblem, bornAndSex, eventWords, NOT_SENT, numberProblem, sentName } from './texts';

interface UnmatchedDocumentListProps {
  documents: InboundDocumentList['data'];
  isRejected: boolean;
}

export function UnmatchedDocumentList({ documents, isRejected }: UnmatchedDocumentListProps) {
  const format = useFormat();
  const last = isRejected ? 'Decision' : 'Reason';
  return (
    <DataTable
      caption="Unmatched documents"
      columns={['Patient as sent', 'Document', 'Sender', 'Received', last]}
    >
      {documents.map((document) => (
        <Row key={document.id}>
          <RowHead className="wrap-anywhere" data-key-row="">
            <TextLink href={`/unmatched/documents/${document.id}`}>{sentName(document)}</TextLink>
            <span className="block text-sm font-normal text-ink-2">
              {bornAndSex(document)}, MRN {document.mrn ?? NOT_SENT.toLowerCase()}
            </span>
          </RowHead>
          <Cell label="Document" className="wrap-anywhere">
            <bdi>{document.title}</bdi>
            {document.number ? (
              <span className="block text-sm text-ink-2">Document no. {document.number}</span>
            ) : null}
          </Cell>
          <Cell label="Sender" className="wrap-anywhere">
            {document.connection}
            <span className="block text-sm text-ink-2">{eventWords(document.event)}</span>
          </Cell>
          <Cell label="Received">{format.instant(document.received_at)}</Cell>
          <Cell label={last} className="wrap-anywhere">
            {isRejected ? <DecisionWords decided={document.decided} /> : documentProblem(document)}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Problem = Pick<InboundDocument, 'problem' | 'found_by' | 'differs' | 'birth_date' | 'birth_date_unread'>;

export function documentProblem(document: Problem): string {
  const { problem, birth_date, birth_date_unread } = document;
  if (problem === null) return 'It could not be filed automatically.';
  if (problem === 'no_match' && birth_date === null) return `No match. ${birthDateProblem(document)}`;
  if (problem === 'birth_date_missing' && birth_date_unread)
    return 'The MRN matches, but the birth date is not a valid date.';
  return numberProblem(document, 'document') ?? wordOf(DOCUMENT_PROBLEM_WORDS, problem);
}
