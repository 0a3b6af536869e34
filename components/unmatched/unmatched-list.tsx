/** Reports that wait for somebody, with their patient as the laboratory wrote it. */
import { useFormat } from '#format';
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { heldBecause, sentDate, sentName, sentSex } from './held-words';

export function UnmatchedList({ reports }: { reports: readonly UnmatchedReport[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Reports of laboratories"
      columns={['Patient as sent', 'MRN as sent', 'Laboratory', 'Received', 'Why it waits']}
    >
      {reports.map((report) => (
        <Row key={report.id}>
          <RowHead className="wrap-anywhere" data-key-row="">
            <TextLink href={`/unmatched/${report.id}`}>{sentName(report)}</TextLink>
            <span className="block text-sm font-normal text-ink-2">
              {report.birth_date ? `born ${sentDate(report.birth_date)}` : 'no birth date'},{' '}
              {sentSex(report.sex).toLowerCase()}
            </span>
          </RowHead>
          <Cell label="MRN as sent" className="wrap-anywhere">
            {report.mrn ?? 'Not sent'}
          </Cell>
          <Cell label="Laboratory" className="wrap-anywhere">
            {report.laboratory}
            {report.number ? <span className="block text-sm text-ink-2">Number {report.number}</span> : null}
          </Cell>
          <Cell label="Received">{format.instant(report.received_at)}</Cell>
          <Cell label="Why it waits" className="wrap-anywhere">
            {report.reason ?? heldBecause(report.problem)}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
