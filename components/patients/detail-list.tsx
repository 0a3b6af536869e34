/** The details of a patient, read-only. */
import { useFormat } from '#format';
import type { Patient } from '@/server/domain/patients/contract';
import { wordsWith } from './detail-words';
import { detailsOf, FIELDS, LABELS, linesOf, NO_VALUE } from './details';
import { Lines } from './details-conflict';

export function DetailList({ patient }: { patient: Patient }) {
  const format = useFormat();
  const details = detailsOf(patient, format);
  return (
    <dl className="max-w-3xl">
      {FIELDS.filter((field) => linesOf(details, field, wordsWith([]))[0] !== NO_VALUE).map((field) => (
        <div key={field} className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-2">{LABELS[field]}</dt>
          <dd className="font-semibold wrap-anywhere">
            <Lines of={linesOf(details, field, wordsWith([]))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
