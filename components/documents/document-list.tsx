import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS, SIGN_OFF_STATE_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { formatBytes } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { RowKeys } from '../shell/shortcuts/row-keys';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Icon } from '../ui/icons';
import { Missing } from '../ui/missing';
import { TextLink } from '../ui/text-link';
import { DocumentState, IncompletePdf, sourceStateText, titleClass } from './document-state';
import { FileType } from './file-type';
import { WhileScanning } from './while-scanning';

interface DocumentListProps {
  documents: readonly Document[];
  /** IDs of those that are in another chart. */
  moved?: readonly string[];
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
  !document.lacks_end &&
  sourceStateText(document) === null;

const originOf = ({ author, source }: Document): readonly string[] =>
  [...new Set([author, source?.connection_name])].filter((name) => typeof name === 'string');

const inChart = ({ id, patient_id }: Document) => `/patients/${patient_id}/documents/${id}`;

export function DocumentList({
  documents,
  moved = [],
  caption,
  identity,
  addressOf = inChart,
}: DocumentListProps) {
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
    <div className="document-list">
      <WhileScanning ids={processing} />
      <RowKeys keys={KEYS} />
      <DataTable caption={caption} columns={columns}>
        {documents.map((document) => (
          <Row key={document.id}>
            <RowHead data-key-row="">
              <span className="flex items-start gap-3">
                <FileType type={document.content_type} />
                <span className="min-w-0">
                  <TextLink href={addressOf(document)} className={titleClass(document)}>
                    <bdi>{document.title}</bdi>
                  </TextLink>
                  {originOf(document).length > 0 ? (
                    <span className="block text-sm font-normal text-ink-2">
                      <bdi>{originOf(document).join(', ')}</bdi>
                    </span>
                  ) : null}
                  {document.source === null ? (
                    <span className="block text-sm font-normal text-ink-2 max-md:not-print:hidden">
                      <bdi dir="ltr">{document.file_name}</bdi>, {formatBytes(document.size)}
                    </span>
                  ) : document.source.number === null ? null : (
                    // The service named its file.
                    <span className="block text-sm font-normal text-ink-2">
                      Document no. <bdi>{document.source.number}</bdi>
                    </span>
                  )}
                </span>
              </span>
            </RowHead>
            {identity ? <Cell>{identity(document)}</Cell> : null}
            <Cell label="Type">{CATEGORY_WORDS[document.category]}</Cell>
            <Cell label="Document date" className={document.document_date ? '' : 'max-md:not-print:hidden'}>
              {document.document_date ? (
                <span className="whitespace-nowrap">{formatDate(document.document_date)}</span>
              ) : (
                <Missing />
              )}
            </Cell>
            <Cell label="Filed" className={document.document_date ? 'max-md:not-print:hidden' : ''}>
              <span className="max-md:not-print:hidden">{format.instant(document.created_at)}</span>
              <span className="hidden whitespace-nowrap max-md:not-print:inline">
                {format.instant(document.created_at, 'day')}
              </span>
            </Cell>
            {hasStatus ? (
              <Cell label="Status">
                {sourceStateText(document) ? (
                  <StatusPart className="font-semibold">{sourceStateText(document)}</StatusPart>
                ) : null}
                {document.status === 'available' ? null : (
                  <StatusPart>
                    {moved.includes(document.id) ? (
                      'Moved to another patient'
                    ) : (
                      <DocumentState document={document} />
                    )}
                  </StatusPart>
                )}
                {document.lacks_end ? (
                  <StatusPart>
                    <IncompletePdf />
                  </StatusPart>
                ) : null}
                {document.signed_off_at ? (
                  <StatusPart className="text-ink-2">
                    <Icon name="success" className="mr-1 inline-block size-4 align-[-0.125em]" />
                    Signed off <WholeDates of={format.instant(document.signed_off_at, 'day')} />
                  </StatusPart>
                ) : null}
                {isUnsigned(document) ? (
                  <StatusPart className="font-semibold">{SIGN_OFF_STATE_WORDS.unsigned}</StatusPart>
                ) : null}
                {document.duplicate_of ? (
                  <StatusPart className="text-sm text-ink-2">Same file as an earlier document</StatusPart>
                ) : null}
              </Cell>
            ) : null}
          </Row>
        ))}
      </DataTable>
    </div>
  );
}

interface StatusPartProps {
  className?: string;
  children: ReactNode;
}

/** On phones in the line of the other facts. */
const StatusPart = ({ className = '', children }: StatusPartProps) => (
  <span className={`status-part block max-md:not-print:inline ${className}`}>{children}</span>
);
