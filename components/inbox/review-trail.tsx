/** Actions on a report by users and the service, oldest first. */
import { useFormat } from '#format';
import type { ReviewEntry, ReviewState } from '@/server/domain/reviews/contract';
import { actorWords } from '../results/signed-by';
import { SectionHeading } from '../ui/page-heading';
import { AwaitingLine } from './awaiting-line';

function actWords({ act, version, to_name }: ReviewEntry): string {
  switch (act) {
    case 'signed':
      return `signed version ${version}`;
    case 'seen':
      return `marked version ${version} as seen`;
    case 'commented':
      return 'added a note';
    case 'forwarded':
      return `forwarded the report to ${to_name ?? 'the group'}`;
    case 'assigned':
      return to_name === null ? 'returned the report to the group' : `assigned the report to ${to_name}`;
    case 'undone':
      return `withdrew the sign-off of version ${version}`;
    case 'withdrawn':
      return `withdrew the sign-off of version ${version}`;
    case 'assignment_undone':
      return to_name === null ? 'undid this: unassigned again' : `undid this: assigned to ${to_name} again`;
    case 'moved_away':
      return 'moved the report to the correct patient; earlier sign-offs no longer apply';
    case 'moved_here':
      return 'moved the report here from another patient';
    case 'told':
      return 'escalated the unsigned critical result';
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
    <section aria-labelledby="review-trail" className="review-trail mb-8">
      <SectionHeading id="review-trail" title="Sign-offs and notes" />
      {group === null ? null : <AwaitingLine reviewer={reviewer} />}
      {entries.length === 0 ? null : (
        <ol className="border-t-2 border-ink">
          {entries.map((entry, index) => (
            <li key={index} className="border-b border-line py-2">
              <bdi className="font-semibold">{actorWords(entry.by_name, entry.by)}</bdi> {actWords(entry)},{' '}
              {format.instant(entry.at)}
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
