/** The details of a patient, read-only. */
import { useFormat } from '#format';
import type { Patient } from '@/server/domain/patients/contract';
import type { Colleague } from '@/server/domain/people/contract';
import { clinicianOptions, wordsWith } from './detail-words';
import { detailsOf, FIELDS, LABELS, linesOf, NO_VALUE } from './details';
import { Lines } from './details-conflict';

interface DetailListProps {
  patient: Patient;
  /** Null if they could not be loaded. */
  colleagues: readonly Colleague[] | null;
}

export function DetailList({ patient, colleagues }: DetailListProps) {
  const format = useFormat();
  const details = detailsOf(patient, format);
  const wordOf = wordsWith(clinicianOptions(colleagues, details.primary_clinician_id));
  return (
    <dl className="max-w-3xl">
      {FIELDS.filter((field) => linesOf(details, field, wordOf)[0] !== NO_VALUE).map((field) => (
        <div key={field} className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-2">{LABELS[field]}</dt>
          <dd className="font-semibold wrap-anywhere">
            <Lines of={linesOf(details, field, wordOf)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
