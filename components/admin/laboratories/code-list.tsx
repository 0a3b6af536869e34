import { useFormat } from '#format';
import type { LabCode } from '@/server/domain/lab-codes/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { MapCode } from './map-code';
import { MarkCode } from './mark-code';

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
            <CodeState code={code} />
          </Cell>
          <Cell>
            <span className="flex flex-wrap gap-x-1 gap-y-2">
              <MapCode code={code} />
              {code.state === 'mapped' ? null : <MarkCode code={code} />}
            </span>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function CodeState({ code: { state, loinc } }: { code: LabCode }) {
  if (state === 'mapped') return <code className="font-mono">{loinc}</code>;
  if (state === 'not_needed') return 'No mapping needed';
  return <span className="font-semibold text-abnormal">Not mapped</span>;
}
