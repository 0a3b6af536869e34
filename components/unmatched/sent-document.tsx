/** A received document and its patient, unchanged. */
import type { InboundDocumentDetail } from '@/server/domain/inbound-documents/contract';
import { formatDate } from '../format/dates';
import { fileTypeName } from '../format/file-types';
import { count, formatBytes } from '../format/numbers';
import { Fact } from '../ui/facts';
import { SectionHeading } from '../ui/page-heading';
import { identifierWords, NOT_SENT, sentDate, sentSex } from './texts';

const orNotSent = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('; ') || NOT_SENT;

export function SentDocument({ document }: { document: InboundDocumentDetail }) {
  const { sent } = document;
  return (
    <>
      <section aria-labelledby="sent">
        <SectionHeading id="sent" title="Patient as sent" />
        <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2">
          <Fact label="Name">{orNotSent(sent.names)}</Fact>
          <Fact label="Birth date">
            {sentDate(document.birth_date) ??
              (sent.birth_date_unread === null ? NOT_SENT : `“${sent.birth_date_unread}” (not a valid date)`)}
          </Fact>
          <Fact label="Sex">{sentSex(document.sex)}</Fact>
          <Fact label="Identifiers">{orNotSent(sent.identifiers.map(identifierWords))}</Fact>
          <Fact label="Address">{orNotSent(sent.addresses)}</Fact>
          <Fact label="Phone or email">{orNotSent(sent.contacts)}</Fact>
        </dl>
      </section>
      <section aria-labelledby="document">
        <SectionHeading id="document" title="Document" />
        <dl className="mb-3 grid grid-cols-2 gap-x-6 gap-y-2">
          <Fact label="Number">{document.number ?? NOT_SENT}</Fact>
          {sent.parent ? <Fact label="Refers to">{sent.parent}</Fact> : null}
          <Fact label="Document date">{sent.document_date ? formatDate(sent.document_date) : NOT_SENT}</Fact>
          <Fact label="Author">{sent.author ?? NOT_SENT}</Fact>
          {sent.placer_number ? <Fact label="Order number">{sent.placer_number}</Fact> : null}
          {sent.files.length > 0 ? (
            <Fact label="Files">
              {sent.files.map(({ name, type, size }, at) => (
                <span key={at} className="block">
                  {[name, type && fileTypeName(type), formatBytes(size)].filter(Boolean).join(', ')}
                </span>
              ))}
            </Fact>
          ) : null}
          {sent.unread_files > 0 ? <Fact label="Unreadable">{count(sent.unread_files, 'file')}</Fact> : null}
        </dl>
        {sent.text ? (
          <div
            className="max-h-96 overflow-auto border border-line p-3 whitespace-pre-wrap wrap-anywhere"
            tabIndex={0}
            role="region"
            aria-label="Text of the document"
          >
            <bdi>{sent.text}</bdi>
          </div>
        ) : null}
      </section>
    </>
  );
}
