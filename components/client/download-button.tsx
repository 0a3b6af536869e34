'use client';
/**
 * Downloads a file that the server writes in one or several pieces. Without the last piece nothing is saved: a partial
 * file could be mistaken for the whole.
 */
import { useId, useRef, useState } from 'react';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { saveFile } from './save-file';
import { useProblem } from '../ui/use-problem';

interface Piece {
  file_name: string;
  content: string;
  /** Lines in this piece. */
  count?: number;
  next_cursor?: string | null;
}

interface DownloadButtonProps {
  label: string;
  /** What the file does not have, and where that is. */
  hint?: string;
  /** @param cursor of the previous piece; absent for the first */
  load: (cursor?: string) => Promise<Piece>;
}

export function DownloadButton({ label, hint, load }: DownloadButtonProps) {
  const hintId = useId();
  const [problem, setProblem] = useProblem();
  /** Progress of a file in several pieces. */
  const [progress, setProgress] = useState('');
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem('');
    setProgress('');
    try {
      const parts: Blob[] = [];
      let lines = 0;
      let piece: Piece | undefined;
      while (!piece || piece.next_cursor) {
        piece = await load(piece?.next_cursor ?? undefined);
        // A browser can keep a Blob on disk, but not a string.
        parts.push(new Blob([piece.content]));
        lines += piece.count ?? 0;
        if (piece.next_cursor) setProgress(`${count(lines, 'line')} so far`);
        else if (piece.count !== undefined) setProgress(`${count(lines, 'line')} in the file`);
      }
      saveFile(piece.file_name, parts, 'text/csv');
    } catch (thrown) {
      const { sentence, detail } = shownError(thrown);
      setProgress('');
      setProblem(`No file was saved. ${detail ?? sentence}`);
    } finally {
      running.current = false;
    }
  }

  const button = (
    <Button weight="secondary" data-reads="" aria-describedby={hint ? hintId : undefined} onClick={download}>
      {label}
    </Button>
  );
  return (
    <>
      {hint ? (
        <div className="flex flex-col items-start gap-1 md:items-end">
          {button}
          <p id={hintId} className="text-sm text-ink-2">
            {hint}
          </p>
        </div>
      ) : (
        button
      )}
      {progress ? (
        <p role="status" className="self-center text-sm text-ink-2">
          {progress}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="w-full font-semibold text-error">
          {problem}
        </p>
      ) : null}
    </>
  );
}
