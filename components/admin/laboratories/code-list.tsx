import { useFormat } from '#format';
import type { LabCode } from '@/server/domain/lab-codes/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { MapCode } from './map-code';

export function CodeList({ codes }: { codes: readonly LabCode[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Laboratory codes"
      columns={['Code', 'Name as sent', 'Laboratory', 'Seen', 'LOINC', { hidden: 'Action' }]}
    >
      {codes.map((code) => (
        <Row key={code.id}>
          <RowHead className="wrap-anywhere">
            <code className="font-mono">{code.code}</code>
            {code.code_system ? (
              <span className="block text-sm font-normal text-ink-2">Coding system {code.code_system}</span>
            ) : null}
          </RowHead>
          <Cell label="Name as sent" className="wrap-anywhere">
            {code.name ?? <span className="text-ink-2">Not sent</span>}
          </Cell>
          <Cell label="Laboratory" className="wrap-anywhere">
            {code.laboratory}
          </Cell>
          <Cell label="Seen">
            {count(code.count, 'time')}
            <span className="block text-sm text-ink-2">last {format.instant(code.last_seen_at)}</span>
          </Cell>
          <Cell label="LOINC">
            {code.loinc ? (
              <code className="font-mono">{code.loinc}</code>
            ) : (
              <span className="font-semibold text-abnormal">Not mapped</span>
            )}
          </Cell>
          <Cell>
            <MapCode code={code} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
