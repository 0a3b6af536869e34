'use client';
import { api } from '../client/client';
import { DownloadButton } from '../client/download-button';

export function DownloadFlowSheet({ patientId, panel }: { patientId: string; panel: string | undefined }) {
  const load = () =>
    api.labResults.exportFlowSheet.query({ patient_id: patientId, ...(panel ? { panel } : {}) });
  return <DownloadButton label="Download CSV" load={load} />;
}
