/** The user's uploads that are not filed yet. */
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
    <DataTable caption="Unfiled" columns={['File', 'Patient', 'Uploaded', 'Deleted after']}>
      {uploads.map((upload) => (
        <Row key={upload.id}>
          <RowHead>
            <TextLink href={`/patients/${upload.patient_id}/documents`}>
              <bdi dir="ltr">{upload.file_name}</bdi>
            </TextLink>
            <span className="block text-sm font-normal text-ink-2">{formatBytes(upload.size)}</span>
          </RowHead>
          <Cell>{identity(upload)}</Cell>
          <Cell label="Uploaded">{format.instant(upload.created_at)}</Cell>
          <Cell label="Deleted after">{format.instant(upload.expires_at)}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
