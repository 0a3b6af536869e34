/** Filter of a chart's documents as a plain form: what is shown stands in the address, also of the document opened from it. */
import type { Document } from '@/server/domain/documents/contract';
import { formatDate } from '../format/dates';
import { readDays, type DayRange } from '../format/day-range';
import { word, wordList } from '../format/words';
import { Choice, Day, FilterForm } from '../ui/filter-controls';
import { hrefOf } from '../ui/pager';
import { TextLink } from '../ui/text-link';

export interface DocumentQuery extends DayRange {
  category: Document['category'] | undefined;
  status: Document['status'] | undefined;
}

const known = <T extends string>(kind: 'category' | 'document', value: string | undefined): T | undefined =>
  wordList(kind).find((one) => one.value === value)?.value as T | undefined;

/** Values that mean nothing are left out: the form shows what remains. */
export const readDocumentQuery = (given: (name: string) => string | undefined): DocumentQuery => ({
  category: known('category', given('category')),
  status: known('document', given('status')),
  ...readDays(given),
});

/** As it stands in the address, and as the interface takes it. */
export const addressOf = ({ category, status, from, to }: DocumentQuery) => ({
  ...(category ? { category } : {}),
  ...(status ? { status } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

/** The list, or one document of it, with what hides the others. */
export const documentsHref = (patientId: string, query: DocumentQuery, documentId?: string): string =>
  hrefOf(`/patients/${patientId}/documents${documentId ? `/${documentId}` : ''}`, addressOf(query));

/** What hides documents, in words: "kind Referral, from 05-Nov-2026". Empty: nothing does. */
export const filterWords = ({ category, status, from, to }: DocumentQuery): string =>
  [
    category ? `kind ${word('category', category)}` : '',
    status ? `state ${word('document', status)}` : '',
    from ? `from ${formatDate(from)}` : '',
    to ? `to ${formatDate(to)}` : '',
  ]
    .filter(Boolean)
    .join(', ');

export function DocumentFilter({ path, query }: { path: string; query: DocumentQuery }) {
  const options = (kind: 'category' | 'document') =>
    wordList(kind).map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  return (
    <FilterForm path={path} after={filterWords(query) ? <TextLink href={path}>Show all</TextLink> : null}>
      <Choice id="category" label="Kind" value={query.category} all="All kinds">
        {options('category')}
      </Choice>
      <Choice id="status" label="State" value={query.status} all="Any">
        {options('document')}
      </Choice>
      <Day id="from" label="Dated from, as 05-Nov-2026" value={query.from && formatDate(query.from)} />
      <Day id="to" label="To, this day too" value={query.to && formatDate(query.to)} />
    </FilterForm>
  );
}
