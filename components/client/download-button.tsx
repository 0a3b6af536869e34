'use client';
/**
 * A file that is written on the server, in one piece or in several; here it only becomes a download. Without its last piece
 * there is no file: a part of it could be taken for the whole.
 */
import { useRef, useState } from 'react';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';

interface Piece {
  file_name: string;
  content: string;
  /** Lines in this piece. */
  count?: number;
  next_cursor?: string | null;
}

interface DownloadButtonProps {
  label: string;
  /** @param cursor of the piece before; absent for the first */
  load: (cursor?: string) => Promise<Piece>;
}

export function DownloadButton({ label, load }: DownloadButtonProps) {
  const [problem, setProblem] = useState('');
  /** How far a file of several pieces has come. */
  const [told, setTold] = useState('');
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem('');
    setTold('');
    try {
      const parts: Blob[] = [];
      let lines = 0;
      let piece: Piece | undefined;
      while (!piece || piece.next_cursor) {
        piece = await load(piece?.next_cursor ?? undefined);
        // What a Blob holds can lie on the disk of the reader; a string cannot.
        parts.push(new Blob([piece.content]));
        lines += piece.count ?? 0;
        if (piece.next_cursor) setTold(`${count(lines, 'line')} so far`);
        else if (piece.count !== undefined) setTold(`${count(lines, 'line')} in the file`);
      }
      const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = piece.file_name;
      link.click();
      URL.revokeObjectURL(address);
    } catch (thrown) {
      const { sentence, detail } = shownError(thrown);
      setTold('');
      setProblem(`No file was saved. ${detail ?? sentence}`);
    } finally {
      running.current = false;
    }
  }

  return (
    <>
      <Button weight="secondary" data-reads="" onClick={download}>
        {label}
      </Button>
      {told ? (
        <p role="status" className="self-center text-sm text-ink-2">
          {told}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="w-full font-semibold">
          {problem}
        </p>
      ) : null}
    </>
  );
}
