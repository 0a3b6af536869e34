import { useFormat } from '#format';
import type { Erasure } from '@/server/domain/erasures/contract';
import { GROUND_WORDS } from '@/server/domain/erasures/rules';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { erasedBy } from './erased-by';

export function ErasureTable({ erasures }: { erasures: readonly Erasure[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Erased patients" columns={['Erased', 'Erased by', 'Legal basis', 'Patient ID']}>
      {erasures.map((erasure) => (
        <Row key={erasure.id}>
          <RowHead>
            <TextLink href={`/admin/erasures/${erasure.id}`}>{format.instant(erasure.erased_at)}</TextLink>
            {erasure.files_removed_at ? null : (
              <span className="block text-sm font-normal">Files not removed yet</span>
            )}
          </RowHead>
          <Cell label="Erased by">
            <bdi>{erasedBy(erasure)}</bdi>
          </Cell>
          <Cell label="Legal basis">{GROUND_WORDS[erasure.ground]}</Cell>
          <Cell label="Patient ID" className="wrap-anywhere">
            {erasure.patient_id}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
