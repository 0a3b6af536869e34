import { useFormat } from '#format';
import type { LabUnit } from '@/server/domain/lab-units/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { MapUnit } from './map-unit';

export function UnitList({ units }: { units: readonly LabUnit[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Units" columns={['As sent', 'UCUM', { hidden: 'Action' }]}>
      {units.map((unit) => (
        <Row key={unit.unit}>
          <RowHead className="wrap-anywhere">
            <code className="font-mono">{unit.unit}</code>
          </RowHead>
          <Cell label="UCUM" className="wrap-anywhere">
            {unit.ucum === null ? (
              <span className="font-semibold text-abnormal">Not mapped</span>
            ) : (
              <code className="font-mono">{unit.ucum}</code>
            )}
            {unit.mapped_at ? (
              <span className="block text-sm text-ink-2">since {format.instant(unit.mapped_at)}</span>
            ) : null}
          </Cell>
          <Cell>
            <MapUnit unit={unit} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
