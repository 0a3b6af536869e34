'use client';

import type { GetPrivacyReportInput } from '@/server/domain/privacy-report/contract';
import { api } from '../../client/client';
import { DownloadButton } from '../../client/download-button';

/** Both lists of the page for the same period. */
export function DownloadReport({ days }: GetPrivacyReportInput) {
  return (
    <DownloadButton label="Download CSV" load={() => api.privacyReport.exportPrivacyReport.query({ days })} />
  );
}
