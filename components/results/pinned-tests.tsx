/** The pinned tests of a patient with newest value, reference range and trend. */
import { useFormat } from '#format';
import type { PinnedTestList } from '@/server/domain/lab-results/history-contract';
import { noteworthyStatus } from '@/server/domain/lab-results/rules';
import { Unit } from '../format/unit';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { AlignedValue } from './aligned-value';
import { trendHref } from './flow-filter';
import { isNormal, markOf } from './marks';
import { RangeRail } from './range-rail';
import { MarkWord, ResultMark } from './result-mark';
import { Sparkline } from './sparkline';
import { NO_RANGE, NO_VALUE, rangeText, recentWords } from './words';

interface PinnedTestsProps {
  patientId: string;
  tests: PinnedTestList['data'];
}

export function PinnedTests({ patientId, tests }: PinnedTestsProps) {
  const format = useFormat();
  const empty = tests.filter(({ series }) => series.length === 0);
  const rows = tests.flatMap(({ series }) => series);
  return (
    <>
      {rows.length === 0 ? null : (
        <div className="result-list">
          <DataTable
            caption="Pinned tests, newest values"
            columns={[{ hidden: 'Flag' }, 'Test', 'Newest value', 'Reference range', 'Trend']}
          >
            {rows.map(({ test_key, name, unit, lab_name, newest, recent }, index) => {
              const mark = markOf(newest);
              const href = trendHref(patientId, [test_key]);
              return (
                <Row key={index}>
                  <Cell className="spine">
                    <ResultMark mark={mark} />
                  </Cell>
                  <RowHead>
                    <TextLink href={href}>{name}</TextLink>
                    {lab_name ? (
                      <span className="block text-sm font-normal text-ink-2">{lab_name}</span>
                    ) : null}
                  </RowHead>
                  <Cell label="Newest value">
                    {newest.value_text === null ? (
                      <span className="text-ink-2">{NO_VALUE}</span>
                    ) : (
                      <AlignedValue value={newest.value_text} width={0} className="font-semibold" />
                    )}
                    {unit && newest.value_text !== null ? (
                      <>
                        {' '}
                        <Unit unit={unit} />
                      </>
                    ) : null}
                    {isNormal(mark) ? null : <MarkWord mark={mark} />}
                    <span className="block text-sm text-ink-2">
                      {format.clinical(newest.observed_at, newest.precision)}
                      {noteworthyStatus(newest.status) ? `, ${noteworthyStatus(newest.status)}` : ''}
                    </span>
                  </Cell>
                  <Cell label="Reference range">
                    <span className="block">{rangeText(newest) ?? NO_RANGE}</span>
                    {mark.shape === 'struck' ? null : <RangeRail observation={newest} />}
                  </Cell>
                  <Cell>
                    {recent.length > 1 ? (
                      <TextLink href={href} className="inline-block min-h-6">
                        <Sparkline values={recent} />
                        <span className="sr-only">{recentWords(name, recent.length)}</span>
                      </TextLink>
                    ) : null}
                  </Cell>
                </Row>
              );
            })}
          </DataTable>
        </div>
      )}
      {empty.length > 0 ? (
        <p className="mt-2">
          Pinned tests with no values: {empty.map(({ test_key }) => test_key).join(', ')}.
        </p>
      ) : null}
    </>
  );
}
