/**
 * The patient banner (NHS CUI PAB-0009…0019) on every page of one patient: full width, sticky. Name, birth date and MRN are
 * on the left, where no open menu covers them. Death is stated in words, not by color alone.
 */
import { useFormat } from '#format';
import { formatAge } from '../format/age';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { formatName } from '../format/names';
import { needsNoLabel, sexWord } from '../format/sex';
import { Avatar } from '../ui/avatar';
import { Fact } from '../ui/facts';
import { Icon } from '../ui/icons';
import { Missing } from '../ui/missing';
import { formatPhone } from '@/server/data-types/phone-text';
import type { PatientView } from './patient-view';

function addressLine(address: PatientView['addresses'][number] | undefined): string {
  if (!address) return '';
  const parts = [...address.lines, address.city, address.state, address.postal_code, address.country];
  return parts.flatMap((part) => (part ? [isolate(part)] : [])).join(', ');
}

interface PatientBannerProps {
  patient: PatientView;
  /** The organization's calendar day. */
  today: string;
  /** When the user's access to a restricted chart ends. */
  openUntil?: string | null;
}

export function PatientBanner({ patient, today, openUntil }: PatientBannerProps) {
  const format = useFormat();
  const died = patient.deceased_at;
  const age = formatAge(patient.birth_date, today);
  const deathAge = died ? formatAge(patient.birth_date, format.dayOf(died)) : '';
  const tone = died ? 'border-control bg-canvas' : 'border-accent bg-accent-tint';
  return (
    <section aria-label="Patient" data-patient={patient.id} className={`patient-banner border-b-4 ${tone}`}>
      {/* The open user menu covers the right end only. */}
      <div className="relative mx-auto flex w-full max-w-416 flex-wrap items-center gap-x-6 gap-y-0.5 px-4 pt-2 pb-1.5 max-sm:pt-1 max-sm:pb-1 short:gap-x-4 short:pt-1 short:pb-0.5 sm:pr-72 short:sm:pr-12 print:px-0">
        <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-sm:pr-10 max-sm:*:first:hidden short:*:first:hidden print:*:first:hidden">
          <Avatar id={patient.id} name={patient.name} />
          <p className="min-w-0 text-section font-bold short:text-base">
            <bdi>{formatName(patient.name)}</bdi>
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-5 gap-y-0.5 font-semibold max-sm:gap-x-3 max-sm:text-sm short:gap-x-4 short:text-sm *:flex *:items-baseline *:gap-1.5 max-sm:*:gap-1">
          <Fact label="Born">
            {formatDate(patient.birth_date)}
            {patient.birth_date_estimated ? ' (estimated)' : ''}
            {died || !age ? '' : ` (${age})`}
          </Fact>
          {died ? (
            <Fact label="Died">
              {format.dateOrInstant(died)}
              {deathAge ? ` (${deathAge})` : ''}
            </Fact>
          ) : null}
          <Fact label="Sex" isPlain={needsNoLabel(patient.sex)}>
            {sexWord(patient.sex)}
          </Fact>
          <Fact label="MRN">{patient.mrn}</Fact>
          {patient.restricted ? (
            <Fact label="Chart">
              Restricted
              {openUntil
                ? ` (open until ${format.dayOf(openUntil) === today ? format.clock(openUntil) : format.instant(openUntil)})`
                : ''}
            </Fact>
          ) : null}
          {patient.status === 'active' ? null : (
            <Fact label="Record">{patient.status === 'merged' ? 'Merged' : 'Inactive'}</Fact>
          )}
        </dl>
        <details className="group absolute top-1 right-1 sm:top-3 sm:right-4 short:sm:top-1 open:static open:w-full print:hidden">
          <summary className="inline-flex min-h-6 items-center gap-1 text-sm text-accent underline underline-offset-3 max-sm:absolute max-sm:top-0 max-sm:right-0 max-sm:size-8 max-sm:justify-center">
            <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
            <span className="max-sm:sr-only short:sm:sr-only">Phone, address, identifiers</span>
          </summary>
          <dl className="flex flex-wrap gap-x-5 gap-y-0.5 pb-1 font-semibold max-sm:text-sm *:flex *:items-baseline *:gap-1.5">
            <Fact label="Phone">
              {patient.phones.map((phone) => isolate(formatPhone(phone.value))).join(', ') || <Missing />}
            </Fact>
            <Fact label="Address">{addressLine(patient.addresses[0]) || <Missing />}</Fact>
            <Fact label="Other identifiers">
              {patient.identifiers.map((identifier) => isolate(identifier.value)).join(', ') || <Missing />}
            </Fact>
          </dl>
        </details>
      </div>
    </section>
  );
}
