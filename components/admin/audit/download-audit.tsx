'use client';

import type { ExportAuditEventsInput } from '@/server/domain/audit-log/contract';
import { api } from '../../client/client';
import { DownloadButton } from '../../client/download-button';

const HINT = 'The file contains no patient names.';

export function DownloadAudit({ filters }: { filters: ExportAuditEventsInput }) {
  return (
    <DownloadButton
      label="Download CSV"
      {...(filters.about?.startsWith('pat_') ? {} : { hint: HINT })}
      load={(cursor) => api.auditLog.exportAuditEvents.query({ ...filters, ...(cursor ? { cursor } : {}) })}
    />
  );
}
