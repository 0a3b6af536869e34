/** Versions, parts and addenda of a document that was received as a message, newest first. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { fileTypeName } from '../format/file-types';
import { WholeDates } from '../format/whole-dates';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { sourceStateText, titleClass } from './document-state';

export function RelatedDocuments({ of, all }: { of: Document; all: readonly Document[] }) {
  const format = useFormat();
  if (all.length < 2) return null;
  return (
    <section aria-labelledby="related" className="mt-4">
      <SectionHeading id="related" title="Related documents" />
      <ol className="border-t-2 border-ink">
        {all.toReversed().map((document) => (
          <li key={document.id} className="border-b border-line py-2 wrap-anywhere">
            {document.id === of.id ? (
              <span className="font-semibold">
                <bdi>{document.title}</bdi> (this document)
              </span>
            ) : (
              <TextLink
                href={`/patients/${document.patient_id}/documents/${document.id}`}
                className={titleClass(document)}
              >
                <bdi>{document.title}</bdi>
              </TextLink>
            )}
            <span className="block text-sm text-ink-2">
              {fileTypeName(document.content_type)}
              <WholeDates
                of={`${document.source ? ` · Sent ${format.instant(document.source.sent_at)}` : ''} · Filed ${format.instant(document.created_at)}`}
              />
            </span>
            {sourceStateText(document) ? (
              <span className="block text-sm font-semibold">
                {sourceStateText(document)}
                {document.withdrawn_at ? (
                  <WholeDates of={`, ${format.instant(document.withdrawn_at)}`} />
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
