'use client';

import type { ExportAuditEventsInput } from '@/server/domain/audit-log/contract';
import { api } from '../../client/client';
import { DownloadButton } from '../../client/download-button';

export function DownloadAudit({ filters }: { filters: ExportAuditEventsInput }) {
  return (
    <DownloadButton
      label="Download CSV"
      hint="Patient IDs are in each patient’s access log."
      load={(cursor) => api.auditLog.exportAuditEvents.query({ ...filters, ...(cursor ? { cursor } : {}) })}
    />
  );
}
