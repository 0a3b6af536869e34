/** The patient of the message of a report that a user filed despite differences. */
import type { ReviewState } from '@/server/domain/reviews/contract';
import { WholeDates } from '../format/whole-dates';
import { Notice } from '../ui/notice';
import { sentLine } from './texts';

export function SentFor({ patient }: { patient: NonNullable<ReviewState['sent_for']> }) {
  const sent = { addresses: [], birth_date_unread: patient.birth_date_unread };
  return (
    <Notice word="Filed despite differences" className="mb-3 max-w-prose wrap-anywhere">
      Sent for <WholeDates of={sentLine({ ...patient, sent })} />. Later versions with the same patient data
      are filed here.
    </Notice>
  );
}
