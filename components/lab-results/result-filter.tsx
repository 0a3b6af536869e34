/** Filter of a patient's reports as a plain form: what is shown stands in the address. */
import { RESULT_STATUS_WORDS, type ResultOrder, type ResultStatus } from '@/server/domain/lab-results/rules';
import { formatDate } from '../format/dates';
import { readDays, type DayRange } from '../format/day-range';
import { word } from '../format/words';
import { Choice, Day, FilterForm } from '../ui/filter-controls';
import { hrefOf } from '../ui/pager';
import { TextLink } from '../ui/text-link';

export interface ResultQuery extends DayRange {
  abnormalOnly: boolean;
  test: string | undefined;
  status: ResultStatus | undefined;
  order: ResultOrder;
}

const STATUSES = Object.keys(RESULT_STATUS_WORDS) as ResultStatus[];

/** Values that mean nothing are left out: the form shows what remains. */
export function readResultQuery(given: (name: string) => string | undefined): ResultQuery {
  return {
    abnormalOnly: given('severity') === 'abnormal',
    test: given('test')?.slice(0, 100),
    status: STATUSES.find((status) => status === given('status')),
    order: given('order') === 'newest' ? 'newest' : 'urgent',
    ...readDays(given),
  };
}

/** As it stands in the address. */
export const addressOf = ({ abnormalOnly, test, status, order, from, to }: ResultQuery) => ({
  order: order === 'urgent' ? undefined : order,
  severity: abnormalOnly ? 'abnormal' : undefined,
  test,
  status,
  from,
  to,
});

/** The same for the interface. */
export function resultFilters(query: ResultQuery, zone: string) {
  const { abnormalOnly, test, status, order, from, to } = query;
  return {
    order,
    ...(abnormalOnly ? { severity: 'abnormal' as const } : {}),
    ...(test ? { test } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    time_zone: zone,
  };
}

/** What hides reports, in words: "Abnormal only, test glucose". Empty: nothing does. */
export function filterWords({ abnormalOnly, test, status, from, to }: ResultQuery): string {
  return [
    abnormalOnly ? 'Abnormal only' : '',
    test ? `test ${test}` : '',
    status ? `status ${word('result', status)}` : '',
    from ? `from ${formatDate(from)}` : '',
    to ? `to ${formatDate(to)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export function ResultFilter({ path, query }: { path: string; query: ResultQuery }) {
  return (
    <FilterForm
      path={path}
      after={
        filterWords(query) ? (
          <TextLink href={hrefOf(path, { order: addressOf(query).order })}>Show all</TextLink>
        ) : null
      }
    >
      <Choice
        id="order"
        label="Order"
        value={query.order === 'urgent' ? undefined : query.order}
        all="Most urgent first"
      >
        <option value="newest">Newest first</option>
      </Choice>
      <Choice id="severity" label="Values" value={query.abnormalOnly ? 'abnormal' : undefined} all="All">
        <option value="abnormal">Abnormal only</option>
      </Choice>
      <div className="max-w-full">
        <label htmlFor="test" className="block text-sm text-ink-2">
          Test or panel
        </label>
        <input
          id="test"
          name="test"
          defaultValue={query.test ?? ''}
          maxLength={100}
          size={16}
          className="control"
        />
      </div>
      <Choice id="status" label="Status" value={query.status} all="Any">
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {word('result', status)}
          </option>
        ))}
      </Choice>
      <Day id="from" label="From, as 05-Nov-2026" value={query.from && formatDate(query.from)} />
      <Day id="to" label="To, this day too" value={query.to && formatDate(query.to)} />
    </FilterForm>
  );
}

export const resultsHref = (path: string, query: ResultQuery): string => hrefOf(path, addressOf(query));
