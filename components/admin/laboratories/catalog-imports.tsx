'use client';
/** The latest imports; the last one of each laboratory can be undone. */
import { useFormat } from '#format';
import { useRouter } from 'next/navigation';
import type { CatalogImport } from '@/server/domain/catalog/import-contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { showToast } from '../../ui/toast';
import { importCounts } from './import-words';

export function CatalogImports({ imports }: { imports: readonly CatalogImport[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Imports" columns={['Imported', 'Laboratory', 'Changes', { hidden: 'Action' }]}>
      {imports.map((one) => (
        <Row key={one.id}>
          <RowHead>
            {format.instant(one.created_at)}
            <span className="block text-sm font-normal text-ink-2">
              by {one.created_by_name ? isolate(one.created_by_name) : 'a former member'}
            </span>
          </RowHead>
          <Cell label="Laboratory">
            <bdi>{one.lab.name}</bdi>
          </Cell>
          <Cell label="Changes">
            {importCounts(one)}
            {one.undone_at ? (
              <span className="block text-sm text-ink-2">Undone {format.instant(one.undone_at)}</span>
            ) : null}
          </Cell>
          <Cell>{one.can_undo ? <UndoImport made={one} /> : null}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function UndoImport({ made }: { made: CatalogImport }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Undo', weight: 'quiet', name: `Undo the import of ${made.lab.name}` }}
      title={`Undo the import of ${isolate(made.lab.name)}?`}
      confirm="Undo import"
      onConfirm={() => api.catalog.undoCatalogImport.mutate({ id: made.id })}
      done={() => {
        showToast('Import undone.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        Changed and deactivated tests are restored. Added tests become inactive. Placed orders are unchanged.
      </p>
    </ConfirmDialog>
  );
}
