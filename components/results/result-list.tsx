/** Reports of one patient. */
import { useFormat } from '#format';
import type { LabResultSummary } from '@/server/domain/lab-results/contract';
import { RESULT_STATUS_WORDS, REVIEW_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { count } from '../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { markOfReport } from './marks';
import { MarkWord, ResultMark } from './result-mark';
import { SevereValues } from './severe-value';

interface ResultListProps {
  patientId: string;
  results: readonly LabResultSummary[];
  caption: string;
}

export function ResultList({ patientId, results, caption }: ResultListProps) {
  const format = useFormat();
  return (
    <div className="result-list">
      <DataTable
        caption={caption}
        columns={[{ hidden: 'Flag' }, 'Report', 'Collected', 'Status', 'Sign-off']}
      >
        {results.map((result) => {
          const mark = markOfReport(result);
          const unsettled = result.status !== 'final' && result.status !== 'cancelled';
          return (
            <Row key={result.id}>
              <Cell className="spine">
                <ResultMark mark={mark} />
              </Cell>
              <RowHead>
                <TextLink href={`/patients/${patientId}/results/${result.id}`}>{result.title}</TextLink>
                <span className="block text-sm font-normal text-ink-2">
                  {result.lab_name}, {count(result.observation_count, 'test')}
                  {result.abnormal_count > 0 ? `, ${result.abnormal_count} abnormal` : ''}
                </span>
                {result.values.length > 0 ? (
                  <SevereValues values={result.values} />
                ) : (
                  <MarkWord mark={mark} />
                )}
              </RowHead>
              <Cell label="Collected">
                {format.clinical(result.collected_at, result.collected_at_precision)}
                {result.reported_at ? (
                  <span className="block text-sm whitespace-nowrap text-ink-2 max-md:not-print:hidden">
                    Reported {format.clinical(result.reported_at, result.reported_at_precision)}
                  </span>
                ) : null}
              </Cell>
              <Cell label="Status" className={unsettled ? 'font-semibold text-info' : ''}>
                {RESULT_STATUS_WORDS[result.status]}
              </Cell>
              <Cell label="Sign-off">{REVIEW_STATUS_WORDS[result.review_status]}</Cell>
            </Row>
          );
        })}
      </DataTable>
    </div>
  );
}
