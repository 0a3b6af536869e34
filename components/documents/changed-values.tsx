/** Values of a document before and after a correction. */
import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { WholeDates } from '../format/whole-dates';
import { wordOf } from '../format/words';

export type ChangedValue = DocumentCorrection['changes'][number];

const LABELS: Record<ChangedValue['field'], string> = {
  title: 'Title',
  category: 'Type',
  document_date: 'Document date',
  rotation: 'Rotation',
};

function valueOf(field: ChangedValue['field'], value: string | null): string {
  if (value === null) return 'none';
  if (field === 'category') return wordOf(CATEGORY_WORDS, value);
  if (field === 'rotation') return `${value}°`;
  return field === 'document_date' ? formatDate(value) : value;
}

export const ChangedValues = ({ changes }: { changes: readonly ChangedValue[] }) =>
  changes.map(({ field, from, to }) => (
    <p key={field}>
      {LABELS[field]}:{' '}
      <del>
        <span className="sr-only">from </span>
        <bdi>
          <WholeDates of={valueOf(field, from)} />
        </bdi>
      </del>{' '}
      <span aria-hidden="true">→</span>{' '}
      <ins className="font-semibold no-underline">
        <span className="sr-only">to </span>
        <bdi>
          <WholeDates of={valueOf(field, to)} />
        </bdi>
      </ins>
    </p>
  ));
