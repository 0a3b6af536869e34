/** One document: preview and details. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import type { DocumentCorrections } from '@/server/domain/documents/correction-contract';
import {
  AVAILABILITY_WORDS,
  CATEGORY_WORDS,
  CONFIDENTIALITY_WORDS,
  SOURCE_STATUS_WORDS,
} from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { fileTypeName } from '../format/file-types';
import { count, formatBytes } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { EmptyState } from '../ui/empty-state';
import { Fact } from '../ui/facts';
import { Fold } from '../ui/fold';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { Missing } from '../ui/missing';
import { Notice } from '../ui/notice';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { ContentLink } from './content-link';
import { CorrectDetails } from './correct-details';
import { DocumentHistory } from './document-history';
import { DocumentState, sourceStateText, statusText } from './document-state';
import { DocumentVersions } from './document-versions';
import { FilePreview, isViewable, PDF, PDF_ONLY_ON_DESKTOP } from './file-preview';
import { ImageViewer } from './image-viewer';
import { movedAway } from './moves';
import { OpenPdf } from './open-pdf';
import { RelatedDocuments } from './related-documents';
import { SignOff } from './sign-off';
import { UnseenFile } from './unseen-file';
import { WhileScanning } from './while-scanning';

const isValidVersion = ({ replaced_by, withdrawn_at }: Document): boolean =>
  replaced_by === null && withdrawn_at === null;

const UNREADABLE: Partial<Record<Document['status'], string>> = {
  pending_upload: 'The file has not been uploaded yet.',
  quarantined: 'This file cannot be opened. Ask the sender for a clean copy.',
  failed: 'Ask the sender to send it again.',
};

interface PreviewProps {
  document: Document;
  /** It is in another chart. */
  isMoved: boolean;
  lacksEnd: boolean;
  mayCorrect: boolean;
}

function Preview({ document, isMoved, lacksEnd, mayCorrect }: PreviewProps) {
  const format = useFormat();
  const url = document.content_url;
  // The reason is above.
  if (document.status === 'entered_in_error')
    return (
      <EmptyState
        title={isMoved ? 'The file opens in the other chart only.' : 'This file can no longer be opened.'}
      />
    );
  if (document.status !== 'available' || !url) {
    return (
      <EmptyState title={`${statusText(document)}.`}>
        {document.file_removed_at
          ? `The file contained malware and was removed ${format.instant(document.file_removed_at)}. Ask the sender for a clean copy.`
          : (UNREADABLE[document.status] ?? 'The document opens here when the scan is complete.')}
      </EmptyState>
    );
  }
  return (
    <FilePreview
      type={document.content_type}
      url={url}
      title={document.title}
      lacksEnd={lacksEnd}
      viewer={<ImageViewer key={document.version} document={document} url={url} mayCorrect={mayCorrect} />}
    />
  );
}

interface DocumentViewProps {
  document: Document;
  /** Other files of the same report. */
  versions: readonly Document[];
  /** Versions and addenda of the same sender, with the document itself. */
  related: readonly Document[];
  /** Null if they could not be loaded. */
  corrections: DocumentCorrections | null;
  mayCorrect: boolean;
  maySign: boolean;
  /** Its URL, after the document was signed off in the list of unsigned ones. */
  nextUnsigned: string | null;
  /** ID of the user. */
  self: string;
}

interface SourceFactsProps {
  source: NonNullable<Document['source']>;
  /** Of the document, as shown. */
  date: string | null;
}

function SourceFacts({ source, date }: SourceFactsProps) {
  const format = useFormat();
  const written =
    source.originated_at && format.clinical(source.originated_at, source.originated_at_precision);
  const { status, confidentiality_code: confidentiality, availability_code: availability } = source;
  return (
    <>
      <Fact label="Sender">
        <bdi>{source.connection_name}</bdi>, <WholeDates of={format.instant(source.sent_at)} />
      </Fact>
      <Fact label="Number">{source.number ?? <Missing />}</Fact>
      {status || source.completion_code ? (
        <Fact label="Authentication">{status ? SOURCE_STATUS_WORDS[status] : source.completion_code}</Fact>
      ) : null}
      {confidentiality && confidentiality !== 'U' ? (
        <Fact label="Confidentiality">{CONFIDENTIALITY_WORDS[confidentiality] ?? confidentiality}</Fact>
      ) : null}
      {availability && availability !== 'AV' ? (
        <Fact label="Availability">{AVAILABILITY_WORDS[availability] ?? availability}</Fact>
      ) : null}
      {written && written !== date ? <Fact label="Written">{written}</Fact> : null}
    </>
  );
}

export function DocumentView({
  document,
  versions,
  related,
  corrections,
  mayCorrect,
  maySign,
  nextUnsigned,
  self,
}: DocumentViewProps) {
  const format = useFormat();
  const url = document.content_url;
  const date = document.document_date && formatDate(document.document_date);
  const isPdf = document.content_type === PDF;
  const lacksEnd = corrections?.lacks_end ?? false;
  const hasPreview = isViewable(document.content_type) && !lacksEnd;
  const maySignOff = mayCorrect && (document.signed_off_at !== null || (maySign && isValidVersion(document)));
  const filer = corrections?.filed_by ?? (document.created_by.startsWith('key_') ? 'an integration' : null);
  const signer = corrections?.data.findLast(({ act }) => act === 'signed_off')?.by;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className={url && isPdf ? PDF_ONLY_ON_DESKTOP : ''}>
        <Preview
          document={document}
          isMoved={movedAway(corrections?.data ?? []) !== null}
          lacksEnd={lacksEnd}
          mayCorrect={mayCorrect}
        />
        <WhileScanning ids={document.status === 'processing' ? [document.id] : []} />
      </div>
      <div>
        {url ? (
          <div className="mb-3 flex flex-wrap gap-2 print:hidden">
            {nextUnsigned ? <LinkButton href={nextUnsigned}>Next unsigned</LinkButton> : null}
            {isPdf && !lacksEnd ? (
              <OpenPdf document={document} url={url} self={self} maySignOff={maySignOff} />
            ) : maySignOff && hasPreview ? (
              <SignOff document={document} self={self} lacksEnd={false} />
            ) : null}
            {isViewable(document.content_type) && !isPdf ? (
              <ContentLink id={document.id} url={url} className="md:not-pointer-coarse:hidden" newTab>
                Open in viewer
              </ContentLink>
            ) : null}
            {maySignOff && !hasPreview ? (
              <UnseenFile document={document} url={url} self={self} lacksEnd={lacksEnd} />
            ) : (
              <ContentLink id={document.id} url={url} download>
                Download
              </ContentLink>
            )}
            {isViewable(document.content_type) ? (
              <ContentLink id={document.id} url={url} className="max-md:hidden pointer-coarse:hidden" newTab>
                <Icon name="external" />
                Open in a new tab
              </ContentLink>
            ) : null}
          </div>
        ) : null}
        {document.duplicate_of ? (
          <Notice word="Same file" className="mb-3">
            Already filed:{' '}
            <TextLink href={`/patients/${document.patient_id}/documents/${document.duplicate_of}`}>
              earlier document
            </TextLink>
            .
          </Notice>
        ) : null}
        {lacksEnd ? (
          // Elsewhere the preview says so.
          <Notice kind="problem" word="Incomplete" className="mb-3 md:not-pointer-coarse:hidden">
            The end of this PDF is missing.
          </Notice>
        ) : null}
        {document.encrypted ? (
          <Notice word="Password" className="mb-3">
            A password is required to open this file.
          </Notice>
        ) : null}
        <SectionHeading
          title="Details"
          actions={
            mayCorrect ? (
              <div className="print:hidden">
                <CorrectDetails document={document} />
              </div>
            ) : null
          }
        />
        <dl className="border-t-2 border-ink *:border-b *:border-line *:py-2">
          <Fact label="Type">
            {[...new Set([CATEGORY_WORDS[document.category], document.type?.display])]
              .filter(Boolean)
              .join(', ')}
          </Fact>
          {document.source ? <SourceFacts source={document.source} date={date} /> : null}
          <Fact label="Document date">{date ?? <Missing />}</Fact>
          <Fact label="Filed">
            <WholeDates of={format.instant(document.created_at)} />
            {filer ? (
              <>
                {' '}
                by <bdi>{filer}</bdi>
              </>
            ) : null}
          </Fact>
          <Fact label="Sign-off">
            {document.signed_off_at === null ? (
              'Not signed off'
            ) : (
              <>
                {signer ? <bdi>{signer}</bdi> : 'Signed off'},{' '}
                <WholeDates of={format.instant(document.signed_off_at)} />
              </>
            )}
          </Fact>
          <Fact label="Author">{document.author === null ? <Missing /> : <bdi>{document.author}</bdi>}</Fact>
          {document.description ? (
            <Fact label="Description">
              <span className="whitespace-pre-wrap">{document.description}</span>
            </Fact>
          ) : null}
          <Fact label="File">
            <bdi dir="ltr">{document.file_name}</bdi>, {formatBytes(document.size)}
            {document.page_count ? `, ${count(document.page_count, 'page')}` : ''}
          </Fact>
          {document.result_id ? (
            <Fact label="Report">
              <TextLink href={`/patients/${document.patient_id}/results/${document.result_id}`}>
                Results of this report
              </TextLink>
            </Fact>
          ) : null}
          <Fact label="Status">
            {(document.status === 'available' && sourceStateText(document)) || (
              <DocumentState document={document} />
            )}
          </Fact>
        </dl>
        <Fold look="part" title="Technical details">
          <dl className="*:py-2">
            <Fact label="File type">{fileTypeName(document.content_type)}</Fact>
            <Fact label="Document ID">
              <code className="font-mono text-sm">{document.id}</code>
            </Fact>
            <Fact label="SHA-256">
              <code className="font-mono text-sm">{document.sha256}</code>
            </Fact>
          </dl>
        </Fold>
        <DocumentHistory of={corrections} />
        <DocumentVersions of={document} versions={versions} />
        <RelatedDocuments of={document} all={related} />
      </div>
    </div>
  );
}
