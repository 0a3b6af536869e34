/** What applying the data of a hospital changes in a chart: the chart's values and the new ones. */
import { useFormat } from '#format';
import type { UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { IDENTIFIER_TYPE_WORDS } from '@/server/domain/patients/rules';
import { wordsWith } from '../patients/detail-words';
import { detailsOf, FIELDS, isSame, LABELS, linesOf, NO_VALUE, type Field } from '../patients/details';
import { Lines } from '../patients/details-conflict';
import { PairTable } from '../ui/pair-table';

const wordOf = wordsWith([]);

/** In the comparison of the chart with the message, or without meaning for it. */
const NOT_OTHERS: ReadonlySet<Field> = new Set(['name_use', 'addresses']);
/** The comparison marks them if they contradict the message, not if only a part was sent. */
const MARKED = ['family', 'given', 'birth_date', 'sex'] as const;

type Applied = Pick<NonNullable<UpdateCandidate['applied']>, 'before' | 'after'>;

interface AppliedChangesProps {
  applied: Applied;
  /** Of a possible match: nothing if its comparison shows all changes. */
  compared?: UpdateCandidate['compared'];
  /** Headers of the two values. */
  columns?: readonly [string, string];
  /** Said if nothing changes. */
  unchanged?: string;
}

export function AppliedChanges({
  applied,
  compared,
  columns = ['Now', 'After'],
  unchanged = 'The chart already has this data.',
}: AppliedChangesProps) {
  const format = useFormat();
  const [before, after] = [detailsOf(applied.before, format), detailsOf(applied.after, format)];
  const all = FIELDS.filter(
    (field) =>
      !isSame(before, after, field) &&
      // A hospital states the type of each name.
      !(field === 'name_use' && before.name_use === ''),
  );
  const isShown = (field: Field) =>
    NOT_OTHERS.has(field) || MARKED.some((marked) => marked === field && compared?.[marked] === 'different');
  const changed = compared ? all.filter((field) => !isShown(field)) : all;
  if (changed.length === 0) return compared ? null : <p className="mb-3">{unchanged}</p>;
  const lines = (which: keyof Applied, field: Field) =>
    field === 'identifiers'
      ? identifierLines(applied[which])
      : linesOf(which === 'before' ? before : after, field, wordOf);
  return (
    <PairTable
      caption={
        !compared
          ? 'Changes to the chart'
          : changed.length < all.length
            ? 'Also changed if applied'
            : 'Changed if applied'
      }
      columns={columns}
      rows={changed.map((field) => ({
        label: LABELS[field],
        values: [
          <Lines key="before" of={lines('before', field)} />,
          <Lines key="after" of={lines('after', field)} />,
        ],
      }))}
    />
  );
}

/** `MRN 20417 (HOSP)`. The system of a sender without an assigning authority is an ID. */
function identifierLines({ identifiers }: Applied['before']): string[] {
  const lines = identifiers.map(({ type, value, assigner, system }) => {
    const word = type === 'mrn' ? 'MRN' : type === 'other' ? null : IDENTIFIER_TYPE_WORDS[type];
    const origin = assigner ?? (/^[a-z]+_[0-9a-z]{26}$/.test(system) ? null : system);
    return [word, value, origin && `(${origin})`].filter(Boolean).join(' ');
  });
  return lines.length === 0 ? [NO_VALUE] : lines;
}
