/** What applying the data of a hospital changes in a chart: the chart's values and the new ones. */
import { useFormat } from '#format';
import type { UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { wordsWith } from '../patients/detail-words';
import { detailsOf, FIELDS, isSame, LABELS, linesOf, type Field } from '../patients/details';
import { Lines } from '../patients/details-conflict';

const wordOf = wordsWith([]);

/** In the comparison of the chart with the message. */
const COMPARED: ReadonlySet<Field> = new Set(['family', 'given', 'birth_date', 'sex']);

/** By which later messages find the chart. */
export function AddedMrns({ applied: { before, after } }: Pick<AppliedChangesProps, 'applied'>) {
  const added = after.identifiers.filter(
    ({ type, value }) => type === 'mrn' && !before.identifiers.some((one) => one.value === value),
  );
  return added.map(({ value }) => (
    <p key={value} className="mb-3">
      MRN {value} is added to the identifiers.
    </p>
  ));
}

interface AppliedChangesProps {
  applied: NonNullable<UpdateCandidate['applied']>;
  /** Only the fields that the comparison of a possible match does not have. */
  others?: boolean;
}

export function AppliedChanges({ applied, others = false }: AppliedChangesProps) {
  const format = useFormat();
  const [before, after] = [detailsOf(applied.before, format), detailsOf(applied.after, format)];
  const changed = FIELDS.filter((field) => !isSame(before, after, field) && !(others && COMPARED.has(field)));
  if (changed.length === 0) return others ? null : <p className="mb-3">The chart already has this data.</p>;
  return (
    <>
      <p className="font-semibold">{others ? 'Also changed if applied' : 'Changes to the chart'}</p>
      <dl className="mb-3">
        {changed.map((field) => (
          <div key={field} className="border-b border-line py-1 wrap-anywhere last:border-b-0">
            <dt className="text-sm font-semibold">{LABELS[field]}</dt>
            <dd className="grid gap-x-4 sm:grid-cols-2">
              <span>
                <span className="text-sm text-ink-2">Now</span>
                <Lines of={linesOf(before, field, wordOf)} />
              </span>
              <span>
                <span className="text-sm text-ink-2">After</span>
                <Lines of={linesOf(after, field, wordOf)} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
