/** A received document and its patient, unchanged. */
import type { InboundDocumentDetail } from '@/server/domain/inbound-documents/contract';
import { useFormat } from '#format';
import { DocumentText } from '../documents/document-text';
import { formatDate } from '../format/dates';
import { count } from '../format/numbers';
import { Fact } from '../ui/facts';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { fileHref, fileWords, SentFiles } from './sent-files';
import { eventWords, identifierWords, NOT_SENT, sentDate, sentSex } from './texts';

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
          <Fact label="Message">{eventWords(document.event)}</Fact>
          {sent.parent ? <Fact label="Refers to">{sent.parent}</Fact> : null}
          <Fact label="Document date">{sent.document_date ? formatDate(sent.document_date) : NOT_SENT}</Fact>
          <Fact label="Author">{sent.author ?? NOT_SENT}</Fact>
          {sent.placer_number ? <Fact label="Order number">{sent.placer_number}</Fact> : null}
          {sent.files.length === 1 || (!document.may_open && sent.files.length > 1) ? (
            <Fact label={sent.files.length === 1 ? 'File' : 'Files'}>
              {sent.files.map((file) => (
                <span key={file.part} className="block">
                  {fileWords(file)}
                </span>
              ))}
            </Fact>
          ) : null}
          {sent.unread_files > 0 ? <Fact label="Unreadable">{count(sent.unread_files, 'file')}</Fact> : null}
        </dl>
        <OtherMessages of={document} />
        {sent.text ? <DocumentText text={sent.text} className="mb-3 max-h-96" /> : null}
        {sent.whole_text === null ? null : (
          <p className="mb-3">
            Only the beginning is shown.{' '}
            {document.may_open ? (
              <a href={fileHref(document.id, sent.whole_text)} target="_blank" rel="noopener noreferrer">
                Open the whole text
              </a>
            ) : null}
          </p>
        )}
        <SentFiles document={document} />
      </section>
    </>
  );
}

function OtherMessages({ of: { same_document: others } }: { of: InboundDocumentDetail }) {
  const format = useFormat();
  if (others.length === 0) return null;
  return (
    <div className="mb-3">
      <p id="other-messages">Unmatched messages about the same document:</p>
      <ul aria-labelledby="other-messages">
        {others.map(({ id, event, received_at: at }) => (
          <li key={id}>
            <TextLink href={`/unmatched/documents/${id}`}>
              {eventWords(event)}, received {format.instant(at)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
