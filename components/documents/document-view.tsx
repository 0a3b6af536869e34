/**
 * One document: preview beside its facts. A PDF frame never carries the `sandbox` attribute: Chromium then shows a
 * broken page (portal.md, "PDF in a frame"); the content route protects itself by its own headers.
 */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { count, formatBytes } from '../format/numbers';
import { EmptyState } from '../ui/empty-state';
import { Fact } from '../ui/facts';
import { Icon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { ContentLink } from './content-link';
import { DocumentState, stateWords } from './document-state';
import { DocumentVersions } from './document-versions';
import { ImageViewer } from './image-viewer';
import { WhileChecking } from './while-checking';

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';

/** The browser shows it; everything else it would save. */
const isShown = ({ content_type }: Document): boolean =>
  IMAGES.has(content_type) || content_type === PDF || content_type === 'text/plain';

/** Why there is nothing to see, where waiting does not help. */
const UNREADABLE: Partial<Record<Document['status'], string>> = {
  pending_upload: 'The file was announced and has not arrived yet.',
  quarantined: 'A malware check found something. Nobody can open this file; ask the sender for a clean one.',
  failed: 'The file never arrived. Ask the sender to send it again.',
  entered_in_error: 'This document was entered in error.',
};

function Preview({ document }: { document: Document }) {
  const url = document.content_url;
  if (document.status !== 'available' || !url) {
    return (
      <EmptyState title={`${stateWords(document)}.`}>
        {UNREADABLE[document.status] ?? 'It can be opened here as soon as the check is done.'}
      </EmptyState>
    );
  }
  if (IMAGES.has(document.content_type)) return <ImageViewer url={url} title={document.title} />;
  const isText = document.content_type === 'text/plain';
  if (document.content_type === PDF || isText) {
    return (
      <iframe
        src={url}
        title={`Preview of ${document.title}`}
        className={`h-[80vh] w-full border border-control ${isText ? 'bg-paper' : ''}`}
      />
    );
  }
  return (
    <EmptyState title="Download only">This kind of file has no preview. Download it to open it.</EmptyState>
  );
}

interface DocumentViewProps {
  document: Document;
  /** Other files of the same report. */
  versions: readonly Document[];
}

export function DocumentView({ document, versions }: DocumentViewProps) {
  const format = useFormat();
  const url = document.content_url;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      {/* Of a PDF, phones and tablets show nothing in a page, or its first page alone: there its viewer is opened. */}
      <div className={url && document.content_type === PDF ? 'hidden md:not-pointer-coarse:block' : ''}>
        <Preview document={document} />
        <WhileChecking waiting={document.status === 'processing' ? [document.id] : []} />
      </div>
      <div>
        {url ? (
          <div className="mb-3 flex flex-wrap gap-2">
            {document.content_type === PDF ? (
              <p className="w-full md:not-pointer-coarse:hidden">
                Here it has no preview: its viewer shows all pages.
              </p>
            ) : null}
            {isShown(document) ? (
              <ContentLink
                id={document.id}
                url={url}
                weight="primary"
                className="md:not-pointer-coarse:hidden"
                apart
              >
                Open in viewer
              </ContentLink>
            ) : null}
            <ContentLink id={document.id} url={url} download>
              Download
            </ContentLink>
            {isShown(document) ? (
              <ContentLink id={document.id} url={url} className="max-md:hidden pointer-coarse:hidden" apart>
                <Icon name="external" />
                Open in a new tab
              </ContentLink>
            ) : null}
          </div>
        ) : null}
        {document.duplicate_of ? (
          <Notice word="Same file" className="mb-3">
            The same file was filed before:{' '}
            <TextLink href={`/patients/${document.patient_id}/documents/${document.duplicate_of}`}>
              earlier document
            </TextLink>
            .
          </Notice>
        ) : null}
        {document.encrypted ? (
          <Notice word="Password" className="mb-3">
            This file asks for a password when it is opened.
          </Notice>
        ) : null}
        <h2 className="text-value font-semibold">Facts</h2>
        <dl className="border-t-2 border-ink *:border-b *:border-line *:py-2">
          <Fact label="Kind">{CATEGORY_WORDS[document.category]}</Fact>
          <Fact label="Date of content">
            {document.document_date ? formatDate(document.document_date) : 'Not known'}
          </Fact>
          <Fact label="Filed">{format.instant(document.created_at)}</Fact>
          <Fact label="Author">{document.author === null ? 'Not known' : <bdi>{document.author}</bdi>}</Fact>
          <Fact label="Description">
            <span className="whitespace-pre-wrap">{document.description ?? 'None'}</span>
          </Fact>
          <Fact label="File">
            <bdi dir="ltr">{document.file_name}</bdi>, {formatBytes(document.size)}
            {document.page_count ? `, ${count(document.page_count, 'page')}` : ''}
          </Fact>
          {document.result_id ? (
            <Fact label="Report">
              <TextLink href={`/patients/${document.patient_id}/results/${document.result_id}`}>
                Values of this report
              </TextLink>
            </Fact>
          ) : null}
          <Fact label="State">
            <DocumentState document={document} />
          </Fact>
          <Fact label="Type">{document.content_type}</Fact>
          <Fact label="SHA-256">
            <code className="font-mono text-sm">{document.sha256}</code>
          </Fact>
        </dl>
        <DocumentVersions of={document} versions={versions} />
      </div>
    </div>
  );
}
