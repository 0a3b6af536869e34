/** Corrected details and sign-offs of a document: who, when, the values before and after, and the reason. */
import { useFormat } from '#format';
import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';
import { SectionHeading } from '../ui/page-heading';
import { ChangedValues } from './changed-values';

const ACTS: Partial<Record<DocumentCorrection['act'], string>> = {
  details_changed: 'Corrected',
  signed_off: 'Signed off',
  sign_off_withdrawn: 'Sign-off withdrawn',
};

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
            <ChangedValues changes={changes} />
            {reason === null ? null : (
              <p className="whitespace-pre-wrap">
                Reason: “<bdi>{reason}</bdi>”
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
