/** Unmatched reports with their patients as sent. */
import { useFormat } from '#format';
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { SentValues } from './sent-values';
import { bornAndSex, NOT_SENT, sentName, unmatchedReason } from './texts';

export function UnmatchedList({ reports }: { reports: readonly UnmatchedReport[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Unmatched reports"
      columns={['Patient as sent', 'MRN as sent', 'Results', 'Laboratory', 'Received', 'Reason']}
    >
      {reports.map((report) => (
        <Row key={report.id}>
          <RowHead className="wrap-anywhere" data-key-row="">
            <TextLink href={`/unmatched/${report.id}`}>{sentName(report)}</TextLink>
            <span className="block text-sm font-normal text-ink-2">{bornAndSex(report)}</span>
          </RowHead>
          <Cell label="MRN as sent" className="wrap-anywhere md:min-w-36">
            {report.mrn ?? NOT_SENT}
          </Cell>
          <Cell label="Results" className="wrap-anywhere">
            <SentValues report={report} />
          </Cell>
          <Cell label="Laboratory" className="wrap-anywhere">
            {report.laboratory}
            {report.number && report.number_kind ? (
              <span className="block text-sm text-ink-2">
                {REPORT_NUMBER_WORDS[report.number_kind]} <bdi>{report.number}</bdi>
              </span>
            ) : null}
          </Cell>
          <Cell label="Received" className="xl:whitespace-nowrap">
            {format.instant(report.received_at)}
            {report.newer_version_id ? (
              <TextLink href={`/unmatched/${report.newer_version_id}`} className="block text-sm">
                Newer version received
              </TextLink>
            ) : null}
          </Cell>
          <Cell label="Reason" className="wrap-anywhere">
            {report.reason ?? unmatchedReason(report)}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
