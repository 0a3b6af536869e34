/** The trend of one test: newest and previous value, graph, and table of all values. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { TrendSeries } from '@/server/domain/lab-results/history-contract';
import { noteworthyStatus, OBSERVATION_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import { Unit } from '../format/unit';
import { unitWords } from '@/server/data-types/unit-text';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { AlignedValue, wholeWidth } from './aligned-value';
import { isNormal, markOf } from './marks';
import { newestCollections } from './newest-collections';
import { MarkWord, ResultMark } from './result-mark';
import { drawable, TrendFigure, type Point } from './trend-figure';
import type { Span } from './trend-geometry';
import { NO_RANGE, NO_VALUE, rangeText } from './words';

interface TrendSeriesProps {
  id: string;
  patientId: string;
  patient: string;
  series: TrendSeries;
  /** Values of the selected period, oldest first. */
  points: readonly Point[];
  span: Span | null;
  /** URL with all values. */
  all: string;
  /** URL without this test. */
  without: string | null;
  actions?: ReactNode;
}

export function TrendSection({
  id,
  patientId,
  patient,
  series,
  points,
  span,
  all,
  without,
  actions,
}: TrendSeriesProps) {
  const valued = series.points.filter(({ status }) => status !== 'cancelled');
  const { newest, previous } = newestCollections(valued);
  const hidden = series.points.length - points.length;
  return (
    <section aria-labelledby={id} className="mb-10 border-t-2 border-ink pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-section font-semibold">
          {series.name}
          {series.unit ? (
            <>
              , <Unit unit={series.unit} />
            </>
          ) : null}
          {series.lab_name ? <span className="font-normal">, {series.lab_name}</span> : null}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 print:hidden">
          {actions}
          {without ? (
            <TextLink href={without} className="inline-flex min-h-6 items-center">
              Remove<span className="sr-only"> {series.name}</span>
            </TextLink>
          ) : null}
        </div>
      </div>
      <dl className="my-2 flex flex-wrap gap-x-10 gap-y-2">
        <Large label="Newest" points={newest} unit={series.unit} />
        <Large label="Previous" points={previous} unit={series.unit} />
      </dl>
      {newest.length === 1 && previous.length === 0 ? <p className="mb-2">One value so far.</p> : null}
      <div className="gap-x-8 xl:grid xl:grid-cols-[minmax(0,1fr)_32rem] print:block">
        <div>
          {points.length === 0 ? null : span && valued.some(drawable) ? (
            <TrendFigure id={id} series={series} points={points} span={span} patient={patient} />
          ) : (
            <p className="text-ink-2">No graph: values are not numeric or not dated.</p>
          )}
          <NotDrawn points={points} />
          {hidden > 0 ? (
            <p className="mt-3">
              {points.length} shown, {hidden} outside the selected period.{' '}
              <TextLink href={all}>Show all</TextLink>
            </p>
          ) : null}
        </div>
        {points.length > 0 ? (
          <div className="result-list mt-3 max-w-3xl xl:mt-0">
            <Table points={points} series={series} patientId={patientId} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** A line that skips a value must not suggest that the value does not exist. */
function NotDrawn({ points }: { points: readonly Point[] }) {
  const missing = points.filter((point) => !drawable(point)).length;
  if (missing === 0 || missing === points.length) return null;
  return (
    <p className="mt-2">
      {missing} of {points.length} values are not in the graph: not numeric or not dated. The table contains
      all values.
    </p>
  );
}

interface LargeProps {
  label: string;
  /** The values of one collection. */
  points: readonly Point[];
  unit: string | null;
}

const Large = ({ label, points, unit }: LargeProps) => (
  <div>
    <dt className="text-sm text-ink-2">{label}</dt>
    {points.length === 0 ? <dd className="text-ink-2">—</dd> : null}
    {points.map((point) => (
      <LargeValue key={point.observation_id} point={point} unit={unit} />
    ))}
  </div>
);

function LargeValue({ point, unit }: { point: Point; unit: string | null }) {
  const format = useFormat();
  const mark = markOf(point);
  return (
    <dd>
      <span className="flex flex-wrap items-center gap-2">
        {isNormal(mark) ? null : <ResultMark mark={mark} />}
        <span className="text-title font-semibold whitespace-pre-wrap">
          {showTurns(point.value_text ?? NO_VALUE)}
        </span>
        {unit ? (
          <span>
            <Unit unit={unit} />
          </span>
        ) : null}
      </span>
      <span className="block text-sm text-ink-2">
        {format.clinical(point.observed_at, point.precision)}
        {point.status === 'final' ? '' : `, ${OBSERVATION_STATUS_WORDS[point.status]}`}
      </span>
    </dd>
  );
}

interface TableProps {
  points: readonly Point[];
  series: TrendSeries;
  patientId: string;
}

function Table({ points, series, patientId }: TableProps) {
  const format = useFormat();
  const width = wholeWidth(points.map(({ value_text }) => value_text));
  return (
    <DataTable
      caption={`Values of ${series.name}${series.unit ? ` in ${unitWords(series.unit)}` : ''}, newest first`}
      columns={[{ hidden: 'Flag' }, 'Collected', 'Value', 'Reference range', 'Report']}
    >
      {[...points].reverse().map((point) => {
        const mark = markOf(point);
        return (
          <Row key={point.observation_id}>
            <Cell className="spine">
              <ResultMark mark={mark} />
            </Cell>
            <RowHead>{format.clinical(point.observed_at, point.precision)}</RowHead>
            <Cell label="Value">
              {point.value_text === null ? (
                <span className="text-ink-2">{NO_VALUE}</span>
              ) : (
                <AlignedValue value={point.value_text} width={width} className="trend-value font-semibold" />
              )}
              {series.unit && point.value_text !== null ? (
                <>
                  {' '}
                  <Unit unit={series.unit} />
                </>
              ) : null}
              {isNormal(mark) ? null : <MarkWord mark={mark} />}
              {noteworthyStatus(point.status) ? (
                <span className="block text-sm text-info">{noteworthyStatus(point.status)}</span>
              ) : null}
            </Cell>
            <Cell label="Reference range">{rangeText(point) ?? NO_RANGE}</Cell>
            <Cell>
              <TextLink href={`/patients/${patientId}/results/${point.result_id}`}>
                Report
                <span className="sr-only"> of {format.clinical(point.observed_at, point.precision)}</span>
              </TextLink>
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
