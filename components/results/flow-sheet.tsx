/**
 * Tests by times as one real table, whole in the server's HTML. Test names stay at the left while the times move; a
 * narrow screen shows one time and the one before it. It opens at its newest end without scripts: the box runs from
 * right to left, the table in it does not.
 */
import { useFormat } from '#format';
import type { FlowRow, FlowSheet as Sheet, PastValue } from '@/server/domain/lab-results/history-contract';
import { noteworthyStatus, OBSERVATION_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { TextLink } from '../ui/text-link';
import { trendHref } from './flow-address';
import { markOf } from './marks';
import { valueSpacing } from './aligned-value';
import { rangeText } from './observation-row';
import { ResultMark } from './result-mark';

const TINTS = { critical: 'bg-critical-tint', abnormal: 'bg-abnormal-tint', quiet: '' } as const;

type Column = Sheet['columns'][number];

interface FlowSheetProps {
  patientId: string;
  sheet: Sheet;
  newestFirst: boolean;
}

const dayOf = ({ observed_at: at, precision }: Column, format: Format): string | null =>
  at && format.clinicalDay(at, precision);

/** Neighboring columns of one year, as [year, how many]. */
function yearsOf(columns: readonly Column[], format: Format): [year: string, columns: number][] {
  const years: [string, number][] = [];
  for (const column of columns) {
    const year = dayOf(column, format)?.slice(0, 4) ?? 'Time not known';
    const last = years.at(-1);
    if (last?.[0] === year) last[1] += 1;
    else years.push([year, 1]);
  }
  return years;
}

export function FlowSheet({ patientId, sheet, newestFirst }: FlowSheetProps) {
  const format = useFormat();
  const turned = <Item,>(items: readonly Item[]) => (newestFirst ? [...items].reverse() : [...items]);
  const columns = turned(sheet.columns);
  const days = columns.map((column) => dayOf(column, format));
  return (
    <div
      className={`flow-box ${newestFirst ? 'newest-first' : ''}`}
      tabIndex={0}
      role="region"
      aria-label="Flow sheet, moves sideways"
    >
      <table className="flow-table">
        <caption className="sr-only">
          Results of each test by time, {newestFirst ? 'newest first' : 'oldest first'}
        </caption>
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
                <th key={index} scope="col" data-time={text}>
                  <span className={first ? 'font-bold text-ink' : ''}>{text.slice(0, 11)}</span>
                  {text.slice(11)}
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
        {sheet.groups.map((group) => (
          <tbody key={group.name}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length + 1} className="flow-group">
                <span>{group.name}</span>
              </th>
            </tr>
            {group.rows.map((row, index) => (
              <tr key={index} className={index > 0 && index % 5 === 0 ? 'flow-gap' : ''}>
                <Head patientId={patientId} row={row} />
                {turned(row.cells).map((values, place) => (
                  <Values key={place} values={values} unit={row.unit} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Head({ patientId, row }: { patientId: string; row: FlowRow }) {
  const range = rangeText(row);
  return (
    <th scope="row" className="flow-test">
      <TextLink href={trendHref(patientId, [row.test_key])}>{row.name}</TextLink>
      {row.unit ? <span className="font-normal">, {row.unit}</span> : null}
      <span className="block text-sm font-normal text-ink-2">
        {range ?? 'No range given'}
        {row.ranges_differ ? ' (newest; others differ)' : ''}
        {row.lab_name ? `, ${row.lab_name}` : ''}
      </span>
    </th>
  );
}

function Values({ values, unit }: { values: readonly PastValue[]; unit: string | null }) {
  const marks = values.map(markOf);
  const tone = (['critical', 'abnormal'] as const).find((each) => marks.some((mark) => mark.tone === each));
  return (
    <td className={tone ? TINTS[tone] : undefined} data-report={values.at(-1)?.result_id}>
      {values.map((value, index) => {
        const mark = marks[index]!;
        const status = noteworthyStatus(value.status);
        return (
          <div key={value.observation_id} className={value.status === 'preliminary' ? 'flow-unfinished' : ''}>
            {status ? <span className="block text-sm text-info">{status}</span> : null}
            <span className="flex items-start gap-1.5">
              <ResultMark mark={mark} />
              {value.value_text === null ? (
                <span className="text-ink-2 max-md:text-sm">
                  {mark.shape === 'struck' ? OBSERVATION_STATUS_WORDS.cancelled : 'No value'}
                </span>
              ) : (
                <span
                  className={`flow-value font-semibold ${valueSpacing(value.value_text)} ${mark.shape === 'struck' ? 'line-through' : ''}`}
                >
                  {showTurns(value.value_text)}
                </span>
              )}
              {unit && value.value_text !== null ? <span className="sr-only">{unit}</span> : null}
            </span>
            {value.has_notes ? <span className="block text-sm text-ink-2">Note</span> : null}
          </div>
        );
      })}
    </td>
  );
}
