/** A patient as a hospital sent them. */
import { useFormat } from '#format';
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { Fact } from '../ui/facts';
import { SectionHeading } from '../ui/page-heading';
import { eventWords, identifierWords, isOfOtherRecord, NOT_SENT, sentDate, sentName, sentSex } from './texts';

const orNotSent = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('; ') || NOT_SENT;

export function SentUpdate({ update }: { update: PatientUpdateDetail }) {
  const format = useFormat();
  const { sent } = update;
  return (
    <section aria-labelledby="sent">
      <SectionHeading id="sent" title="Patient as sent" />
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2">
        <Fact label="Name">{orNotSent(sent.names)}</Fact>
        <Fact label="Birth date">
          {sentDate(update.birth_date) ??
            (sent.birth_date_unread === null ? NOT_SENT : `“${sent.birth_date_unread}” (not a valid date)`)}
        </Fact>
        <Fact label="Sex">{sentSex(update.sex)}</Fact>
        <Fact label="Identifiers">{orNotSent(sent.identifiers.map(identifierWords))}</Fact>
        {sent.prior_identifiers.length > 0 ? (
          <Fact label={isOfOtherRecord(update) ? 'Identifiers of the other record' : 'Replaced identifiers'}>
            {orNotSent(sent.prior_identifiers.map(identifierWords))}
          </Fact>
        ) : null}
        {sent.prior_names.length > 0 ? (
          <Fact label={isOfOtherRecord(update) ? 'Name of the other record' : 'Prior name'}>
            {orNotSent(sent.prior_names.map(sentName))}
          </Fact>
        ) : null}
        <Fact label="Address">{orNotSent(sent.addresses)}</Fact>
        <Fact label="Phone or email">{orNotSent(sent.contacts)}</Fact>
        {sent.deceased_at ? (
          <Fact label="Date of death">{format.dateOrInstant(sent.deceased_at)}</Fact>
        ) : null}
        <Fact label="Recorded">{format.instant(update.sent_at)}</Fact>
        <Fact label="Event">{eventWords(update.event)}</Fact>
      </dl>
    </section>
  );
}
