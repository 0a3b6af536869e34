'use client';
/** The values of the flow sheet as a file. It is written on the server; here it only becomes a download. */
import { useRef, useState } from 'react';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';

export function DownloadFlowSheet({ patientId, panel }: { patientId: string; panel: string | undefined }) {
  const [problem, setProblem] = useState('');
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem('');
    try {
      const file = await api.labResults.exportFlowSheet.query({
        patient_id: patientId,
        ...(panel ? { panel } : {}),
      });
      const address = URL.createObjectURL(new Blob([file.content], { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = file.file_name;
      link.click();
      URL.revokeObjectURL(address);
    } catch (thrown) {
      const { sentence, detail } = shownError(thrown);
      setProblem(detail ?? sentence);
    } finally {
      running.current = false;
    }
  }

  return (
    <>
      <Button weight="secondary" data-reads="" onClick={download}>
        Download CSV
      </Button>
      {problem ? (
        <p role="alert" className="w-full font-semibold">
          {problem}
        </p>
      ) : null}
    </>
  );
}
