import type { UpdateOfMessage } from '@/server/domain/inbound-messages/contract';
import { formatDate } from '../../format/dates';
import { formatShortName } from '../../format/names';
import { sexInLine } from '../../unmatched/texts';

type Sent = Pick<UpdateOfMessage, 'family' | 'given' | 'birth_date' | 'sex' | 'mrn'>;

/** The patient of a message, not compared with a record. */
export function PatientAsSent({ family, given, birth_date, sex, mrn }: Sent) {
  const name = family ? formatShortName({ family, given: given ? [given] : [] }) : given;
  return (
    <>
      <strong>{name || 'Name not sent'}</strong>
      <span className="block text-sm font-normal">
        Born {birth_date?.length === 10 ? formatDate(birth_date) : (birth_date ?? 'not sent')} ·{' '}
        {sexInLine(sex)} · MRN {mrn ?? 'not sent'}
      </span>
    </>
  );
}
