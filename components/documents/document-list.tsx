import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS, SIGN_OFF_STATE_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { formatBytes } from '../format/numbers';
import { RowKeys } from '../shell/shortcuts/row-keys';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Icon } from '../ui/icons';
import { Missing } from '../ui/missing';
import { TextLink } from '../ui/text-link';
import { DocumentState, sourceStateText } from './document-state';
import { FileType } from './file-type';
import { WhileScanning } from './while-scanning';

interface DocumentListProps {
  documents: readonly Document[];
  caption: string;
  /** Identity of the patient, in lists of several patients. */
  identity?: (document: Document) => ReactNode;
  /** URL of a document; by default in its chart. */
  addressOf?: (document: Document) => string;
}

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
] as const;

/** Like the filter `sign_off: unsigned`. */
const isUnsigned = ({ status, signed_off_at, replaced_by, withdrawn_at }: Document): boolean =>
  status === 'available' && signed_off_at === null && replaced_by === null && withdrawn_at === null;

/** Available, and nothing else to say. */
const isPlain = (document: Document): boolean =>
  document.status === 'available' &&
  !isUnsigned(document) &&
  !document.signed_off_at &&
  !document.duplicate_of &&
  sourceStateText(document) === null;

const inChart = ({ id, patient_id }: Document) => `/patients/${patient_id}/documents/${id}`;

export function DocumentList({ documents, caption, identity, addressOf = inChart }: DocumentListProps) {
  const format = useFormat();
  const hasStatus = documents.some((document) => !isPlain(document));
  const columns = [
    'Document',
    ...(identity ? ['Patient'] : []),
    'Type',
    'Document date',
    'Filed',
    ...(hasStatus ? ['Status'] : []),
  ];
  const processing = documents.filter(({ status }) => status === 'processing').map(({ id }) => id);
  return (
    <>
      <WhileScanning ids={processing} />
      <RowKeys keys={KEYS} />
      <DataTable caption={caption} columns={columns}>
        {documents.map((document) => (
          <Row key={document.id}>
            <RowHead data-key-row="">
              <span className="flex items-start gap-3">
                <FileType fileName={document.file_name} />
                <span className="min-w-0">
                  <TextLink href={addressOf(document)}>
                    <bdi>{document.title}</bdi>
                  </TextLink>
                  <span className="block text-sm font-normal text-ink-2">
                    <bdi dir="ltr">{document.file_name}</bdi>, {formatBytes(document.size)}
                  </span>
                </span>
              </span>
            </RowHead>
            {identity ? <Cell>{identity(document)}</Cell> : null}
            <Cell label="Type">{CATEGORY_WORDS[document.category]}</Cell>
            <Cell label="Document date">
              {document.document_date ? formatDate(document.document_date) : <Missing />}
            </Cell>
            <Cell label="Filed">{format.instant(document.created_at)}</Cell>
            {hasStatus ? (
              <Cell label="Status">
                <DocumentState document={document} />
                {document.signed_off_at ? (
                  <span className="flex items-start gap-1 text-sm text-ink-2">
                    <Icon name="success" className="mt-0.5 size-4 shrink-0" />
                    <span>Signed off {format.instant(document.signed_off_at, 'day')}</span>
                  </span>
                ) : null}
                {isUnsigned(document) ? (
                  <span className="block text-sm font-semibold">{SIGN_OFF_STATE_WORDS.unsigned}</span>
                ) : null}
                {sourceStateText(document) ? (
                  <span className="block text-sm font-semibold">{sourceStateText(document)}</span>
                ) : null}
                {document.duplicate_of ? (
                  <span className="block text-sm text-ink-2">Same file as an earlier document</span>
                ) : null}
              </Cell>
            ) : null}
          </Row>
        ))}
      </DataTable>
    </>
  );
}
