/** What its owner has sent and not filed: which file, for whom, until when. */
import type { ReactNode } from 'react';
import type { Upload } from '@/server/domain/documents/upload-contract';
import { formatInstant } from '../format/dates';
import { formatBytes } from '../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';

interface UnfiledListProps {
  uploads: readonly Upload[];
  zone: string;
  identity: (upload: Upload) => ReactNode;
}

export function UnfiledList({ uploads, zone, identity }: UnfiledListProps) {
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
          <Cell label="Sent">{formatInstant(upload.created_at, zone)}</Cell>
          <Cell label="Removed">{formatInstant(upload.expires_at, zone)}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
