/**
 * One document: preview beside its facts. A PDF frame never carries the `sandbox` attribute: Chromium then shows a
 * broken page (portal.md, "PDF in a frame"); the content route protects itself by its own headers.
 */
import type { ReactNode } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { formatDate, formatInstant } from '../format/dates';
import { count, formatBytes } from '../format/numbers';
import { word } from '../format/words';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { DocumentState, stateWords } from './document-state';
import { WhileChecking } from './while-checking';

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

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
  if (IMAGES.has(document.content_type)) {
    // The optimiser of next/image is switched off: it is a network-facing parser that we do not need.
    return (
      <img
        src={url}
        alt={`Page image of ${document.title}`}
        className="max-h-[80vh] max-w-full border border-line"
      />
    );
  }
  if (document.content_type === 'application/pdf' || document.content_type === 'text/plain') {
    return (
      <>
        <iframe
          src={url}
          title={`Preview of ${document.title}`}
          className="hidden h-[80vh] w-full border border-control md:block"
        />
        <p className="md:hidden">Open the document to read it; small screens show no preview here.</p>
      </>
    );
  }
  return <EmptyState title="No preview for this kind of file.">Download it to read it.</EmptyState>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-2">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function withDownload(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}download=1`;
}

export function DocumentView({ document, zone }: { document: Document; zone: string }) {
  const url = document.content_url;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      {/* On a phone a preview comes last; why there is none comes first. */}
      <div className={document.status === 'available' ? 'order-last lg:order-none' : ''}>
        <Preview document={document} />
        <WhileChecking waiting={document.status === 'processing' ? [document.id] : []} />
      </div>
      <div>
        {url ? (
          <div className="mb-3 flex flex-wrap gap-2">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('primary', 'md:hidden')}
            >
              Open
            </a>
            <a href={withDownload(url)} className={buttonClass('secondary')}>
              Download
            </a>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('secondary', 'max-md:hidden')}
            >
              <Icon name="external" />
              Open in a new tab
            </a>
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
        <dl className="border-t-2 border-ink">
          <Fact label="Kind">{word('category', document.category)}</Fact>
          <Fact label="Date of content">
            {document.document_date ? formatDate(document.document_date) : 'Not known'}
          </Fact>
          <Fact label="Filed">{formatInstant(document.created_at, zone)}</Fact>
          <Fact label="Author">{document.author ?? 'Not known'}</Fact>
          <Fact label="Description">
            <span className="whitespace-pre-wrap">{document.description ?? 'None'}</span>
          </Fact>
          <Fact label="File">
            {document.file_name}, {formatBytes(document.size)}
            {document.page_count ? `, ${count(document.page_count, 'page')}` : ''}
          </Fact>
          <Fact label="State">
            <DocumentState document={document} />
          </Fact>
          <Fact label="Type">{document.content_type}</Fact>
          <Fact label="SHA-256">
            <code className="font-mono text-sm">{document.sha256}</code>
          </Fact>
        </dl>
      </div>
    </div>
  );
}
