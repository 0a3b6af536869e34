/** Corrected details and sign-offs of a document: who, when, the values before and after, and the reason. */
import { useFormat } from '#format';
import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { wordOf } from '../format/words';
import { SectionHeading } from '../ui/page-heading';

type Change = DocumentCorrection['changes'][number];

const ACTS: Partial<Record<DocumentCorrection['act'], string>> = {
  details_changed: 'Corrected',
  signed_off: 'Signed off',
  sign_off_withdrawn: 'Sign-off withdrawn',
};

const LABELS: Record<Change['field'], string> = {
  title: 'Title',
  category: 'Type',
  document_date: 'Document date',
  rotation: 'Rotation',
};

function valueOf(field: Change['field'], value: string | null): string {
  if (value === null) return 'none';
  if (field === 'category') return wordOf(CATEGORY_WORDS, value);
  if (field === 'rotation') return `${value}°`;
  return field === 'document_date' ? formatDate(value) : value;
}

export function DocumentHistory({ corrections }: { corrections: readonly DocumentCorrection[] }) {
  const format = useFormat();
  const changed = corrections.filter(({ act }) => act in ACTS).toReversed();
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="history" className="mt-4">
      <SectionHeading id="history" title="History" />
      <ol className="border-t-2 border-ink">
        {changed.map(({ act, at, by, reason, changes }) => (
          <li key={at} className="border-b border-line py-2 wrap-anywhere">
            {changes.map(({ field, from, to }) => (
              <p key={field}>
                {LABELS[field]}:{' '}
                <del>
                  <span className="sr-only">from </span>
                  <bdi>{valueOf(field, from)}</bdi>
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
                <ins className="font-semibold no-underline">
                  <span className="sr-only">to </span>
                  <bdi>{valueOf(field, to)}</bdi>
                </ins>
              </p>
            ))}
            {reason === null ? null : (
              <p className="whitespace-pre-wrap">
                Reason: “<bdi>{reason}</bdi>”
              </p>
            )}
            <p className="text-sm text-ink-2">
              {ACTS[act]}
              {by === null ? null : (
                <>
                  {' '}
                  by <bdi>{by}</bdi>
                </>
              )}
              , {format.instant(at)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
