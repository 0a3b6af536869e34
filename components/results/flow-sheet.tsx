/**
 * The results of a patient by test and time, in one table. Test names stay visible while the times scroll; a narrow screen
 * shows two times. The box is right to left, so that it opens at its newest end without scripts; the table in it is not.
 */
import { useFormat } from '#format';
import type { FlowRow, FlowSheet as Sheet, PastValue } from '@/server/domain/lab-results/history-contract';
import { noteworthyStatus, OBSERVATION_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { Unit } from '../format/unit';
import { unitWords } from '@/server/data-types/unit-text';
import { TextLink } from '../ui/text-link';
import { trendHref } from './flow-filter';
import { markOf } from './marks';
import { valueSpacing } from './aligned-value';
import { FlowCell, FlowGrid } from './flow-grid';
import { MARK_TINTS, ResultMark } from './result-mark';
import { NO_RANGE, NO_VALUE, rangeText } from './words';

type Column = Sheet['columns'][number];

interface FlowSheetProps {
  patientId: string;
  sheet: Sheet;
  newestFirst: boolean;
}

const dayOf = ({ observed_at: at, precision }: Column, format: Format): string | null =>
  at && format.clinicalDay(at, precision);

/** Neighboring columns of one year, as [year, number of columns]. */
function yearsOf(columns: readonly Column[], format: Format): [year: string, columns: number][] {
  const years: [string, number][] = [];
  for (const column of columns) {
    const year = dayOf(column, format)?.slice(0, 4) ?? 'No date';
    const last = years.at(-1);
    if (last?.[0] === year) last[1] += 1;
    else years.push([year, 1]);
  }
  return years;
}

const timeId = (column: number): string => `flow-time-${column}`;

export function FlowSheet({ patientId, sheet, newestFirst }: FlowSheetProps) {
  const ordered = <Item,>(items: readonly Item[]) => (newestFirst ? [...items].reverse() : [...items]);
  const columns = ordered(sheet.columns);
  return (
    <FlowGrid newestFirst={newestFirst}>
      <caption className="sr-only">
        Results of each test by time, {newestFirst ? 'newest first' : 'oldest first'}
      </caption>
      <FlowHead patientId={patientId} columns={columns} />
      {sheet.groups.map((group, groupAt) => (
        <tbody key={group.name}>
          <tr>
            <th scope="rowgroup" colSpan={columns.length + 1} className="flow-group">
              <span>{group.name}</span>
            </th>
          </tr>
          {group.rows.map((row, rowAt) => {
            const id = `flow-${groupAt}-${rowAt}`;
            return (
              <tr key={rowAt} className={rowAt > 0 && rowAt % 5 === 0 ? 'flow-gap' : ''}>
                <TestHead id={`${id}-test`} patientId={patientId} row={row} />
                {ordered(row.cells).map((values, column) => (
                  <Values
                    key={column}
                    id={`${id}-${column}`}
                    labelledBy={`${id}-test ${timeId(column)}`}
                    values={values}
                    unit={row.unit}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      ))}
    </FlowGrid>
  );
}

function FlowHead({ patientId, columns }: { patientId: string; columns: readonly Column[] }) {
  const format = useFormat();
  const days = columns.map((column) => dayOf(column, format));
  return (
    <thead>
      <tr className="flow-years">
        <td />
        {yearsOf(columns, format).map(([year, count]) => (
          <th key={year} scope="colgroup" colSpan={count}>
            <span>{year}</span>
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col" className="flow-test">
          Test, unit, reference range
        </th>
        {columns.map((column, index) => {
          const text = format.clinical(column.observed_at, column.precision);
          const first = index === 0 || days[index] !== days[index - 1];
          return (
            <th key={index} scope="col">
              <span id={timeId(index)}>
                <span className={first ? 'font-bold text-ink' : ''}>{text.slice(0, 11)}</span>
                {text.slice(11)}
              </span>
              <div className="flow-reports print:hidden">
                {column.result_ids.map((id, nth) => (
                  <TextLink
                    key={id}
                    href={`/patients/${patientId}/results/${id}`}
                    className="flex min-h-6 items-center"
                  >
                    Report{column.result_ids.length > 1 ? ` ${nth + 1}` : ''}
                    <span className="sr-only"> of {text}</span>
                  </TextLink>
                ))}
              </div>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function TestHead({ id, patientId, row }: { id: string; patientId: string; row: FlowRow }) {
  return (
    <th scope="row" className="flow-test">
      <TextLink id={id} href={trendHref(patientId, [row.test_key])}>
        {row.name}
      </TextLink>
      {row.unit ? (
        <span className="font-normal">
          , <Unit unit={row.unit} />
        </span>
      ) : null}
      <span className="flow-range text-sm font-normal text-ink-2">
        {rangeText(row) ?? NO_RANGE}
        {row.ranges_differ ? ' (range varies)' : ''}
        {row.lab_name ? `, ${row.lab_name}` : ''}
      </span>
    </th>
  );
}

interface ValuesProps {
  id: string;
  labelledBy: string;
  values: readonly PastValue[];
  unit: string | null;
}

function Values({ id, labelledBy, values, unit }: ValuesProps) {
  const marks = values.map(markOf);
  const tone = (['critical', 'abnormal'] as const).find((each) => marks.some((mark) => mark.tone === each));
  return (
    <FlowCell
      id={id}
      labelledBy={labelledBy}
      report={values.at(-1)?.result_id}
      className={tone && MARK_TINTS[tone]}
    >
      {values.length === 0
        ? null
        : values.map((value) => <Value key={value.observation_id} value={value} unit={unit} />)}
    </FlowCell>
  );
}

function Value({ value, unit }: { value: PastValue; unit: string | null }) {
  const mark = markOf(value);
  const status = noteworthyStatus(value.status);
  const withdrawn = mark.shape === 'struck';
  return (
    <div className={value.status === 'preliminary' ? 'flow-unfinished' : ''}>
      {status ? <span className="block text-sm text-info">{status}</span> : null}
      <span className="flex items-start gap-1.5">
        <ResultMark mark={mark} />
        {value.value_text === null ? (
          <span className="text-ink-2 max-md:text-sm">
            {withdrawn ? OBSERVATION_STATUS_WORDS.cancelled : NO_VALUE}
          </span>
        ) : (
          <span
            className={`flow-value font-semibold ${valueSpacing(value.value_text)} ${withdrawn ? 'line-through' : ''}`}
          >
            {showTurns(value.value_text)}
          </span>
        )}
        {unit && value.value_text !== null ? <span className="sr-only">{unitWords(unit)}</span> : null}
      </span>
      {value.has_notes ? <span className="block text-sm text-ink-2">Lab comment</span> : null}
    </div>
  );
}
