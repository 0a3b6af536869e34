/** A patient who may be the one of a report: which facts match the message, and which differ. */
import type { ReactNode } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { CHECKED_FIELDS } from '@/server/domain/inbound-reports/rules';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { sexWord } from '../format/sex';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { DifferingText, Whole } from './differing-text';
import { patientName, sentBirthDate, sentSex } from './texts';
import type { SentPatient } from './sent-patient';

/** Null when nothing was sent. */
type Compared = Candidate['compared']['mrn'] | null;

interface LineProps {
  label: string;
  how: Compared;
  known: string;
  sent: ReactNode;
  /** A placeholder such as "Unknown" is sent, but not compared. */
  isSent: boolean;
  sender: string;
  /** What matches instead of the value sent. */
  note?: string | null;
  /** The record to merge with has another value. */
  isUnlike?: boolean;
}

function Line({
  label,
  how: compared,
  known,
  sent,
  isSent,
  sender,
  note = null,
  isUnlike = false,
}: LineProps) {
  const how = note === null ? compared : 'same';
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="w-24 shrink-0 text-sm text-ink-2">{label}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">
        {known}
        {isUnlike ? (
          <span className="ml-2 inline-flex items-baseline gap-1 text-sm font-semibold">
            <Icon name="problem" className="size-4 shrink-0 self-center" /> differs from the other record
          </span>
        ) : null}
        {how === 'same' && !isUnlike ? (
          <span className="ml-2 inline-flex items-baseline gap-1 text-sm text-ink-2">
            <Icon name="success" className="size-4 shrink-0 self-center" /> {note ?? 'same'}
          </span>
        ) : null}
        {how === 'partly_same' || how === 'similar' ? (
          <span className="block text-sm">
            <span className={label === 'Address' ? '' : 'font-semibold'}>
              {how === 'similar' ? 'similar' : 'partial match'}; {isolate(sender)} sent:
            </span>{' '}
            {sent}
          </span>
        ) : null}
        {how === 'different' ? (
          <span className="block text-sm">
            <span className="inline-flex items-baseline gap-1 font-semibold">
              <Icon name="problem" className="size-4 shrink-0 self-center" /> {isolate(sender)} sent:
            </span>{' '}
            {sent}
          </span>
        ) : null}
        {(how === 'not_sent' && (isSent || !isUnlike)) || how === 'invalid' ? (
          <span className="ml-2 text-sm text-ink-2">
            {isSent ? (
              <>
                not compared; {isolate(sender)} sent: {sent}
              </>
            ) : (
              'not sent'
            )}
          </span>
        ) : null}
      </dd>
    </div>
  );
}

const NOTHING = {
  mrn: null,
  birth_date: null,
  family: null,
  given: null,
  sex: null,
  identifier: null,
  phone: null,
  address: null,
};

interface CandidateCardProps {
  sent: SentPatient;
  candidate: Candidate;
  /** The connection. */
  sender: string;
  /** What becomes of the record. */
  label?: string;
  /** The record to merge with: values that differ are marked, even if each is the one sent. */
  other?: Candidate['patient'] | null;
  /** What matches the MRN of the record, instead of the MRN sent. */
  noteOfMrn?: string | null;
  /** Actions. */
  children?: ReactNode;
}

export function CandidateCard({
  sent: report,
  candidate,
  sender,
  label,
  other = null,
  noteOfMrn = null,
  children,
}: CandidateCardProps) {
  const { patient } = candidate;
  const any = Object.values(candidate.compared).some((how) => how !== 'not_sent');
  const compared = any ? candidate.compared : NOTHING;
  const born = sentBirthDate(report);
  const addresses = report.sent?.addresses.join('; ') ?? '';
  const isUnlike = (fact: 'family' | 'given' | 'birth_date' | 'sex'): boolean =>
    other !== null && other[fact].toLowerCase() !== patient[fact].toLowerCase();
  const differing = (sent: string | null, known: string) => <DifferingText sent={sent ?? ''} known={known} />;
  return (
    <article className="border-t border-line py-4" aria-labelledby={`candidate-${patient.id}`}>
      {label ? <p className="text-sm text-ink-2">{label}</p> : null}
      <h3 id={`candidate-${patient.id}`} className="font-semibold wrap-anywhere">
        <TextLink href={`/patients/${patient.id}`}>{patientName(patient)}</TextLink>
      </h3>
      <dl className="my-2 grid gap-y-1">
        <Line
          sender={sender}
          label="Family name"
          how={compared.family}
          isUnlike={isUnlike('family')}
          known={patient.family}
          sent={differing(report.family, patient.family)}
          isSent={Boolean(report.family)}
        />
        <Line
          sender={sender}
          label="Given name"
          how={compared.given}
          isUnlike={isUnlike('given')}
          known={patient.given}
          sent={differing(report.given, patient.given)}
          isSent={Boolean(report.given)}
        />
        <Line
          sender={sender}
          label="Birth date"
          how={compared.birth_date}
          isUnlike={isUnlike('birth_date')}
          known={formatDate(patient.birth_date)}
          sent={compared.birth_date === 'different' ? <Whole text={born ?? ''} /> : born}
          isSent={Boolean(born)}
        />
        <Line
          sender={sender}
          label="Sex"
          how={compared.sex}
          isUnlike={isUnlike('sex')}
          known={sexWord(patient.sex)}
          sent={compared.sex === 'different' ? <Whole text={sentSex(report.sex)} /> : sentSex(report.sex)}
          isSent={Boolean(report.sex)}
        />
        <Line
          sender={sender}
          label="MRN"
          how={compared.mrn}
          known={mrnText(patient.mrn, report.mrn, compared.mrn)}
          sent={differing(report.mrn, patient.mrn)}
          isSent={Boolean(report.mrn)}
          note={noteOfMrn}
        />
        {addresses ? (
          <Line
            sender={sender}
            label="Address"
            how={compared.address}
            known={patient.address ?? 'Not recorded'}
            sent={differing(addresses, patient.address ?? '')}
            isSent
          />
        ) : null}
      </dl>
      {compared.identifier === 'same' ? <p className="mb-2 text-sm">Another identifier matches.</p> : null}
      {compared.phone === 'same' ? <p className="mb-2 text-sm">The phone number matches.</p> : null}
      {children ? (
        <div data-key-row className="mt-2">
          {children}
        </div>
      ) : null}
    </article>
  );
}

const withoutZeros = (mrn: string): string => mrn.replace(/^0+/, '');

/** A record has further MRNs: of merged records, and those that a user or a hospital linked to it. */
const mrnText = (known: string, sent: string | null, how: Compared): string =>
  how === 'same' && sent !== null && !sent.includes(',') && withoutZeros(sent) !== withoutZeros(known)
    ? `${known}, also ${sent}`
    : known;

/** Sent data differs from the record, so that filing there requires a reason. */
export const contradicts = ({ fits, compared }: Candidate): boolean =>
  compared.birth_date === 'invalid' ||
  ((!fits || compared.birth_date === 'different') &&
    CHECKED_FIELDS.some((field) => compared[field] === 'different'));
