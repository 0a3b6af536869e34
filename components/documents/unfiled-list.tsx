/** What its owner has sent and not filed: which file, for whom, until when. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { Upload } from '@/server/domain/documents/upload-contract';
import { formatBytes } from '../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';

interface UnfiledListProps {
  uploads: readonly Upload[];
  identity: (upload: Upload) => ReactNode;
}

export function UnfiledList({ uploads, identity }: UnfiledListProps) {
  const format = useFormat();
  return (
    <DataTable caption="Unfiled" columns={['File', 'Patient', 'Sent', 'Removed']}>
      {uploads.map((upload) => (
        <Row key={upload.id}>
          <RowHead>
            <TextLink href={`/patients/${upload.patient_id}/documents`}>
              <bdi dir="ltr">{upload.file_name}</bdi>
            </TextLink>
            <span className="block text-sm font-normal text-ink-2">
              {formatBytes(upload.size)}. Open it to file or remove it.
            </span>
          </RowHead>
          <Cell label="Patient">{identity(upload)}</Cell>
          <Cell label="Sent">{format.instant(upload.created_at)}</Cell>
          <Cell label="Removed">{format.instant(upload.expires_at)}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
