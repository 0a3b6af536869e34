'use client';

import type { GetPrivacyReportInput } from '@/server/domain/privacy-report/contract';
import { PERIOD_WORDS } from '@/server/domain/privacy-report/rules';
import { api } from '../../client/client';
import { DownloadButton } from '../../client/download-button';

/** Both lists of the page for the same period. */
export function DownloadReport({ days }: GetPrivacyReportInput) {
  return (
    <DownloadButton
      label={`Download CSV, ${PERIOD_WORDS[days].toLowerCase()}`}
      load={() => api.privacyReport.exportPrivacyReport.query({ days })}
    />
  );
}
