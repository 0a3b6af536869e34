'use client';
/**
 * Files for one patient, on every page of the chart: dropped anywhere, chosen by a button or by `u`, taken with the camera.
 * They begin to travel at once; the lines with their confirm are loaded when there are any.
 */
import type { Upload } from '@/server/domain/documents/upload-contract';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { formatBytes } from '../format/numbers';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { matchKept } from './kept-details';
import { refusedFiles } from './refused-files';
import { useFileDrop } from './use-file-drop';
import type { KeptDetail, UploadPatient } from './upload-line-state';
import { useUploadLines, useUploads } from './uploads';

const UploadLines = dynamic(() => import('./upload-lines').then((file) => file.UploadLines));

/** A second key press right after the chart changed must not act on the next patient. */
const ARMED_AFTER_MS = 500;

interface PatientUploadsProps {
  patient: UploadPatient;
  maxBytes: number;
  /** What its owner sent from a page that is closed: its lines are in the server's page already. */
  held: readonly Upload[];
}

export function PatientUploads({ patient, maxBytes, held }: PatientUploadsProps) {
  const queue = useUploads();
  useUploadLines(queue);
  const lines = queue.linesOf(patient, held);
  const isHome = usePathname() === `/patients/${patient.id}/documents`;
  const [kept, setKept] = useState<readonly KeptDetail[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [armed, setArmed] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  /** Looked into one choice after the other: lines stand in the order of the choices. */
  const judging = useRef<Promise<void>>(Promise.resolve());
  const keptNow = useRef(kept);
  useEffect(() => {
    keptNow.current = kept;
  });

  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      queue.forgetFiled(patient.id);
    };
  }, [queue, patient.id]);

  function take(files: readonly File[]) {
    if (!armed) {
      setRefused(['The patient has changed just now. Drop the files again.']);
      return;
    }
    judging.current = judging.current.then(async () => {
      const { good, sentences } = await refusedFiles(files, maxBytes);
      setRefused(sentences);
      if (good.length === 0) return;
      const { details, left } = matchKept(good, keptNow.current);
      keptNow.current = left;
      setKept(left);
      queue.add(patient, good, details);
    });
  }

  const over = useFileDrop(take);
  useSingleKeys({ u: () => armed && picker.current?.click() }, { u: 'add documents' });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take([...(event.currentTarget.files ?? [])]);
    // The same file chosen again must raise a change event again.
    event.currentTarget.value = '';
  }

  const shown = isHome || lines.length > 0 || refused.length > 0;
  return (
    <section
      id="upload"
      tabIndex={-1}
      aria-labelledby="upload-heading"
      className="border-b border-line bg-paper print:hidden"
    >
      <div className={`mx-auto w-full max-w-304 px-4 ${shown ? 'py-3' : 'py-1'}`}>
        <h2 id="upload-heading" className="sr-only">
          Add documents
        </h2>
        <div
          className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${shown ? 'border-2 border-dashed px-4 py-2' : 'justify-end'} ${
            over ? 'border-accent bg-accent-tint' : 'border-control'
          }`}
        >
          <p
            className={`flex items-center gap-2 ${shown ? 'mr-auto max-md:w-full' : 'text-sm text-ink-2 max-md:hidden'}`}
          >
            <Icon name="upload" className="size-4 shrink-0" />
            {over ? (
              <strong>Drop to add to {patient.line}</strong>
            ) : (
              <span>
                <span className="hidden keys:inline">Drop files anywhere on this page, or choose them. </span>
                <span className="text-sm text-ink-2">Up to {formatBytes(maxBytes)} each.</span>
              </span>
            )}
          </p>
          <input
            ref={picker}
            type="file"
            multiple
            onChange={choose}
            className="sr-only"
            tabIndex={-1}
            aria-label="Files to add"
          />
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            onChange={choose}
            className="sr-only"
            tabIndex={-1}
            aria-label="Picture to take"
          />
          <Button
            weight={!shown ? 'quiet' : lines.length > 0 ? 'secondary' : 'primary'}
            className="md:keys:hidden"
            disabled={!armed}
            onClick={() => camera.current?.click()}
          >
            Take picture
          </Button>
          <Button
            ref={chooser}
            weight={shown ? 'secondary' : 'quiet'}
            aria-keyshortcuts="u"
            disabled={!armed}
            onClick={() => picker.current?.click()}
          >
            Choose files
            <kbd aria-hidden="true" className="hidden text-sm font-normal keys:inline">
              u
            </kbd>
          </Button>
        </div>
        <div role="alert">
          {refused.map((sentence) => (
            <p key={sentence} className="mt-2 flex items-start gap-2 font-semibold">
              <Icon name="problem" className="mt-1 size-4 shrink-0" />
              <span>{sentence}</span>
            </p>
          ))}
        </div>
        {isHome || lines.length > 0 ? (
          <UploadLines
            patient={patient}
            lines={lines}
            armed={armed}
            kept={kept}
            setKept={setKept}
            onGone={() => chooser.current?.focus()}
          />
        ) : null}
      </div>
    </section>
  );
}
