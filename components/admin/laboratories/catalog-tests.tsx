/** Tests that can be ordered, with what an order needs. */
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Missing } from '../../ui/missing';

export function CatalogTests({ tests }: { tests: readonly CatalogTest[] }) {
  return (
    <DataTable
      isDense
      caption="Tests"
      columns={['Test', 'Code', 'LOINC', 'Laboratory', 'Specimen', 'Turnaround', 'Questions']}
    >
      {tests.map((test) => (
        <Row key={test.id}>
          <RowHead>
            <bdi>{test.name}</bdi>
            {test.kind === 'panel' ? (
              <span className="ml-2 text-sm font-normal whitespace-nowrap text-ink-2">
                Panel of {count(test.components.length, 'test')}
              </span>
            ) : null}
          </RowHead>
          <Cell label="Code" className="wrap-anywhere">
            {test.code}
          </Cell>
          <Cell label="LOINC" className="whitespace-nowrap max-md:hidden">
            {test.loinc ?? <Missing />}
          </Cell>
          <Cell label="Laboratory">
            <bdi>{test.lab.name}</bdi>
          </Cell>
          <Cell label="Specimen">
            {test.specimen ? <bdi>{test.specimen.type}</bdi> : <Missing />}
            {test.specimen?.container ? (
              <span className="text-sm text-ink-2 max-md:hidden">, {test.specimen.container}</span>
            ) : null}
          </Cell>
          <Cell
            label="Turnaround"
            className={`whitespace-nowrap ${test.turnaround_hours === null ? 'max-md:hidden' : ''}`}
          >
            {test.turnaround_hours === null ? <Missing /> : count(test.turnaround_hours, 'hour')}
          </Cell>
          <Cell label="Questions" className={test.questions.length === 0 ? 'max-md:hidden' : ''}>
            {test.questions.length || <span className="text-ink-2">None</span>}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
