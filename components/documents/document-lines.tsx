/** Documents in the narrow column of the summary. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { WholeDates } from '../format/whole-dates';
import { TextLink } from '../ui/text-link';
import { DocumentState, IncompletePdf, sourceStateText, titleClass } from './document-state';

const SHOWN = 5;

/** The newest that are valid; all, if none is. */
export function recentOf(documents: readonly Document[]): readonly Document[] {
  // A superseded version that is listed is the newest one left.
  const valid = documents.filter(
    ({ status, withdrawn_at }) => status !== 'entered_in_error' && withdrawn_at === null,
  );
  return (valid.length > 0 ? valid : documents).slice(0, SHOWN);
}

export function DocumentLines({ documents }: { documents: readonly Document[] }) {
  const format = useFormat();
  return (
    <ul className="border-t-2 border-ink">
      {documents.map((document) => (
        <li key={document.id} className="border-b border-line py-2">
          <TextLink
            href={`/patients/${document.patient_id}/documents/${document.id}`}
            className={`font-semibold ${titleClass(document)}`}
          >
            <bdi>{document.title}</bdi>
          </TextLink>
          <p className="text-sm text-ink-2">
            {CATEGORY_WORDS[document.category]}
            <WholeDates
              of={
                document.document_date
                  ? `, dated ${formatDate(document.document_date)}`
                  : `, filed ${format.instant(document.created_at)}`
              }
            />
          </p>
          {document.lacks_end ? (
            <p className="text-sm">
              <IncompletePdf />
            </p>
          ) : null}
          {sourceStateText(document) ? (
            <p className="text-sm font-semibold">{sourceStateText(document)}</p>
          ) : null}
          {document.status === 'available' ? null : (
            <p className="text-sm">
              <DocumentState document={document} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
