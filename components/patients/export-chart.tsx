'use client';
/** Downloads the chart of one patient as a ZIP file. */
import { useRef, useState } from 'react';
import type { PatientExportContents } from '@/server/domain/patient-exports/contract';
import { api } from '../client/client';
import { count, formatBytes } from '../format/numbers';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Notice } from '../ui/notice';
import { useProblem } from '../ui/use-problem';

const CONTENTS = [
  ['index.html', 'Details, results, orders, documents and access log, to read in a browser'],
  ['bundle.json', 'The same data as a FHIR R4 bundle, for other systems'],
  ['files', 'The original documents and lab reports, if there are any'],
] as const;

const countOrNo = (number: number, noun: string): string =>
  number === 0 ? `no ${noun}s` : count(number, noun);

export function ExportChart({ patientId }: { patientId: string }) {
  const [started, setStarted] = useState<PatientExportContents | null>(null);
  const [problem, setProblem] = useProblem();
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem('');
    try {
      const contents = await api.patientExports.getPatientExport.query({ id: patientId });
      const link = document.createElement('a');
      link.href = contents.href;
      // An error response is a failed download and does not replace the page.
      link.download = '';
      link.click();
      setStarted(contents);
    } catch (thrown) {
      const { sentence, detail } = shownError(thrown);
      setProblem(detail ?? sentence);
    } finally {
      running.current = false;
    }
  }

  return (
    <div className="max-w-3xl space-y-5">
      <dl className="grid gap-x-6 gap-y-2 border-y border-line py-3 sm:grid-cols-[8rem_1fr]">
        {CONTENTS.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className="max-sm:mb-1">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-prose">
        To read it, unzip the file and open <code>index.html</code>. The file includes merged records and
        earlier versions of results. Items that were filed in error are not included, because they may be
        about another patient. Drafts and received messages are not included either. The file is not
        encrypted: hand it over securely. The export is recorded in the access log.
      </p>
      {problem ? (
        <Notice kind="problem" word="No file was downloaded">
          {problem}
        </Notice>
      ) : null}
      {started ? (
        <Notice kind="success" word="Download started">
          {[
            countOrNo(started.lab_results, 'result'),
            countOrNo(started.lab_orders, 'order'),
            `${countOrNo(started.documents, 'document')}${started.documents > 0 ? ` (${formatBytes(started.bytes)})` : ''}`,
            ...(started.merged_records > 0 ? [count(started.merged_records, 'merged record')] : []),
          ]
            .join(', ')
            .replace(/^n/, 'N')}
          . If the download fails, start it again: an incomplete file cannot be opened.
        </Notice>
      ) : null}
      <Button data-reads="" onClick={download}>
        Download ZIP
      </Button>
    </div>
  );
}
