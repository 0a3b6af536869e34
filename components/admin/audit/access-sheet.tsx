/** The access log of one patient on paper: when, who, and what was done. */
import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { auditSentence } from './audit-sentences';

export function AccessSheet({ entries }: { entries: readonly AuditEntry[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Access log" columns={['Time', 'Who', 'What']}>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <RowHead className="font-normal whitespace-nowrap">{format.instant(entry.at, 'second')}</RowHead>
          <Cell label="Who">
            <bdi>{entry.who.id === 'system' ? 'System' : (entry.who.name ?? entry.who.id)}</bdi>
            {entry.app ? (
              <>
                {' '}
                by <bdi>{entry.app.name ?? entry.app.id}</bdi>
              </>
            ) : null}
          </Cell>
          <Cell label="What">{auditSentence(entry)}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
