'use client';
/** The files of one patient's upload: chosen, sent three at a time, each with its own outcome. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { parseDate } from '../format/parse-date';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';
import { findCopy, type FiledCopy } from './find-copy';
import type { KeptDetail } from './kept-details';
import { CANCELLED, uploadFile, type RunningUpload } from './upload-file';

const AT_ONCE = 3;

export type UploadState = 'chosen' | 'waiting' | 'sending' | 'filed' | 'failed';

export interface UploadLine {
  key: number;
  file: File;
  title: string;
  category: string;
  date: string;
  state: UploadState;
  sent: number;
  message: string | null;
  documentId: string | null;
  duplicateOf: string | null;
  /** Filed, and not to be opened before the malware check. */
  checking: boolean;
  /** Whether it was asked if the chart holds this file already. */
  asked: boolean;
  /** The same file in the chart. It is filed again only when somebody says so. */
  copy: FiledCopy | null;
  again: boolean;
}

/** Filed by the one button of the panel. */
export const isReady = (line: UploadLine): boolean =>
  line.state === 'chosen' && line.asked && (line.copy === null || line.again);

export function useUploadQueue(patientId: string, onFiled: () => void) {
  const [lines, setLines] = useState<readonly UploadLine[]>([]);
  const nextKey = useRef(1);
  const running = useRef(new Map<number, RunningUpload>());

  const change = useCallback((key: number, part: Partial<UploadLine>) => {
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line)));
  }, []);

  /** @param details of each file, where they were entered before */
  function add(files: readonly File[], details: readonly (KeptDetail | undefined)[]) {
    const added = files.map<UploadLine>((file, index) => ({
      key: nextKey.current++,
      file,
      title: details[index]?.title ?? (file.name.replace(/\.[^.]{1,5}$/, '').slice(0, 200) || file.name),
      category: details[index]?.category ?? 'other',
      date: details[index]?.date ?? '',
      state: 'chosen',
      sent: 0,
      message: null,
      documentId: null,
      duplicateOf: null,
      checking: false,
      asked: false,
      copy: null,
      again: false,
    }));
    setLines((before) => [...before, ...added]);
    // One after the other: each file is read whole for its checksum.
    void added.reduce(
      (earlier, { key, file }) =>
        earlier.then(async () => {
          const copy = await findCopy(patientId, file);
          if (copy) announce(`${file.name} is in this chart already, as ${copy.title}.`);
          change(key, { copy, asked: true });
        }),
      Promise.resolve(),
    );
  }

  function remove(key: number) {
    setLines((before) => before.filter((line) => line.key !== key));
  }

  function cancel(key: number) {
    const upload = running.current.get(key);
    if (upload) upload.cancel();
    else change(key, { state: 'chosen' });
  }

  /** Files what was chosen, or one line again. */
  function file(key?: number) {
    setLines((before) =>
      before.map((line) =>
        (key === undefined ? isReady(line) : line.key === key)
          ? { ...line, state: 'waiting', message: null, sent: 0 }
          : line,
      ),
    );
  }

  useEffect(() => {
    const free = AT_ONCE - running.current.size;
    const next = lines
      .filter((line) => line.state === 'waiting' && !running.current.has(line.key))
      .slice(0, Math.max(free, 0));
    for (const line of next) {
      const upload = uploadFile(
        line.file,
        {
          patient_id: patientId,
          title: line.title.trim() || line.file.name,
          category: line.category,
          document_date: parseDate(line.date),
        },
        (sent) => change(line.key, { sent: Math.min(sent, line.file.size) }),
      );
      running.current.set(line.key, upload);
      change(line.key, { state: 'sending' });
      upload.done
        .then((document) => {
          announce(`${document.title} filed.`);
          change(line.key, {
            state: 'filed',
            documentId: document.id,
            duplicateOf: document.duplicate_of,
            checking: document.status === 'processing',
          });
          onFiled();
        })
        .catch((thrown: unknown) => {
          const message = thrown === CANCELLED ? CANCELLED.detail : shownError(thrown).sentence;
          change(line.key, { state: 'failed', message: message ?? 'This did not work.' });
        })
        .finally(() => {
          running.current.delete(line.key);
          // Wakes the effect for the next waiting line.
          setLines((before) => [...before]);
        });
    }
  }, [lines, patientId, onFiled, change]);

  const busy = lines.some((line) => line.state === 'sending' || line.state === 'waiting');
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);

  // Leaving this patient's page ends what still runs: nothing may be filed out of sight.
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.cancel();
    };
  }, []);

  return { lines, busy, add, remove, cancel, file, change };
}
