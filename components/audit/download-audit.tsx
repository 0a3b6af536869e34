'use client';
/** All acts that the filter shows, as a file. */
import type { ExportAuditEventsInput } from '@/server/domain/audit-log/contract';
import { api } from '../api/client';
import { DownloadButton } from '../api/download-button';

export function DownloadAudit({ filters }: { filters: ExportAuditEventsInput }) {
  return <DownloadButton label="Download CSV" load={() => api.auditLog.exportAuditEvents.query(filters)} />;
}
