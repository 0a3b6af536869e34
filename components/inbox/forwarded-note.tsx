/** The message of the colleague who forwarded the report to the user, until the report is signed or passed on. */
import { useFormat } from '#format';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { actorWords } from '../results/signed-by';
import { Notice } from '../ui/notice';

interface ForwardedNoteProps {
  review: Pick<ReviewState, 'reviewer' | 'group' | 'entries'>;
  /** `usr_…` of the user. */
  self: string;
}

export function ForwardedNote({ review: { reviewer, group, entries }, self }: ForwardedNoteProps) {
  const format = useFormat();
  if (group === null || reviewer?.id !== self) return null;
  const last = entries.findLast(({ act }) => PASSED_ON.has(act));
  if (last?.act !== 'forwarded' || !last.note) return null;
  return (
    <Notice word="Forwarded to you" className="mb-3">
      By <bdi>{actorWords(last.by_name, last.by)}</bdi>, {format.instant(last.at)}
      <span className="block max-w-prose whitespace-pre-wrap wrap-anywhere">
        “<bdi>{last.note}</bdi>”
      </span>
    </Notice>
  );
}

const PASSED_ON = new Set<ReviewState['entries'][number]['act']>([
  'forwarded',
  'assigned',
  'assignment_undone',
]);
