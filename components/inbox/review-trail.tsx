/** Who has done what about a report, in its order. */
import { useFormat } from '#format';
import type { ReviewEntry, ReviewState } from '@/server/domain/reviews/contract';
import { SectionHeading } from '../ui/page-heading';

function sentence({ act, version, to_name }: ReviewEntry): string {
  const to = to_name ?? 'anybody of the group';
  switch (act) {
    case 'signed':
      return `signed version ${version}`;
    case 'seen':
      return `marked version ${version} as seen`;
    case 'commented':
      return 'wrote a note';
    case 'forwarded':
      return `passed it on to ${to}`;
    case 'assigned':
      return `said that it waits for ${to}`;
    case 'undone':
      return `took back the word on version ${version}`;
    case 'withdrawn':
      return `withdrew the signature of version ${version}`;
    case 'assignment_undone':
      return `undid the assignment: the report is assigned to ${to_name ?? 'the group'} again`;
    case 'moved_away':
      return 'moved the report to the patient whose it is; no signature of it counts any more';
    case 'moved_here':
      return 'moved the report here from another patient';
    case 'told':
      return 'told everybody that nobody had signed a critical value';
  }
}

interface ReviewTrailProps {
  review: Pick<ReviewState, 'reviewer' | 'group' | 'entries'>;
}

export function ReviewTrail({ review }: ReviewTrailProps) {
  const format = useFormat();
  const { reviewer, group, entries } = review;
  if (entries.length === 0 && group === null) return null;
  return (
    <section aria-labelledby="review-trail" className="mb-8">
      <SectionHeading id="review-trail" title="Signatures and notes" />
      {group === null ? null : (
        <p>
          Waits for a signature of <bdi>{reviewer ? reviewer.name : 'anybody of the group'}</bdi>.
        </p>
      )}
      {entries.length === 0 ? null : (
        <ol className="border-t-2 border-ink">
          {entries.map((entry, index) => (
            <li key={index} className="border-b border-line py-2">
              <bdi className="font-semibold">
                {entry.by_name ?? (entry.by === 'system' ? 'The service' : 'A former member')}
              </bdi>{' '}
              {sentence(entry)}, {format.instant(entry.at)}
              {entry.note ? (
                <p className="max-w-prose whitespace-pre-wrap">
                  “<bdi>{entry.note}</bdi>”
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
