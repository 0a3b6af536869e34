'use client';
/** A file that is written on the server; here it only becomes a download. */
import { useRef, useState } from 'react';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';

interface DownloadButtonProps {
  label: string;
  load: () => Promise<{ file_name: string; content: string }>;
}

export function DownloadButton({ label, load }: DownloadButtonProps) {
  const [problem, setProblem] = useState('');
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem('');
    try {
      const file = await load();
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
        {label}
      </Button>
      {problem ? (
        <p role="alert" className="w-full font-semibold">
          {problem}
        </p>
      ) : null}
    </>
  );
}
