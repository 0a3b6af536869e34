'use client';
/**
 * The uploads of this tab. They continue during navigation, warn before the tab is closed and stop with the session.
 */
import { usePathname, useRouter } from 'next/navigation';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api } from '../client/client';
import { count } from '../format/numbers';
import { announce } from '../ui/live-region';
import { showToast } from '../ui/toast';
import { TextLink } from '../ui/text-link';
import { fileDigest } from './file-digest';
import { findCopy } from './find-copy';
import { sendFile } from './send-file';
import { isOpen, isUploading, type UploadLine } from './upload-line-state';
import { UploadQueue } from './upload-queue';

const Uploads = createContext<UploadQueue | null>(null);

export function useUploads(): UploadQueue {
  const queue = use(Uploads);
  if (!queue) throw new Error('useUploads() needs an UploadsProvider above it');
  return queue;
}

const NONE: readonly UploadLine[] = [];

export const useUploadLines = (queue: UploadQueue): readonly UploadLine[] =>
  useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);

export function UploadsProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [queue] = useState(
    () =>
      new UploadQueue({
        send: sendFile,
        fileUpload: (filing) => api.uploads.fileUpload.mutate(filing),
        discard: (id) => api.uploads.discardUpload.mutate({ id }),
        digest: fileDigest,
        photoDate: async (file) => (await import('./exif-date')).photoDate(file),
        findCopy,
        wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
        announce,
        confirm: showToast,
        filed: () => router.refresh(),
      }),
  );
  useEffect(() => () => queue.stop(), [queue]);
  return (
    <Uploads value={queue}>
      {children}
      <UploadDock queue={queue} />
    </Uploads>
  );
}

/** On all pages except those of the patient, where each file is listed. */
function UploadDock({ queue }: { queue: UploadQueue }) {
  const lines = useUploadLines(queue);
  const pathname = usePathname();
  const open = lines.filter(isOpen);

  const isUnsaved = open.some(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  const elsewhere = open.filter(({ patientId }) => !`${pathname}/`.startsWith(`/patients/${patientId}/`));
  if (elsewhere.length === 0) return null;
  const patients = [...new Set(elsewhere.map(({ patientId }) => patientId))];
  return (
    <section
      aria-label="Uploads"
      className="fixed right-0 bottom-14 z-20 max-w-md border-2 border-ink bg-paper px-3 py-2 md:right-4 md:bottom-4 print:hidden"
    >
      <ul className="space-y-1">
        {patients.map((patientId) => (
          <li key={patientId}>
            <DockLine lines={elsewhere.filter((line) => line.patientId === patientId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DockLine({ lines }: { lines: readonly UploadLine[] }) {
  const [{ patientId, patientLine }] = lines as [UploadLine];
  const failed = lines.filter(({ state }) => state === 'failed').length;
  const sent = lines.filter((line) => !isUploading(line) && line.state !== 'failed').length;
  return (
    <>
      <TextLink
        href={`/patients/${patientId}/documents`}
        className="target inline-flex min-h-6 items-center font-semibold"
      >
        {sent === lines.length
          ? `${count(sent, 'file')} to file`
          : `${sent} of ${count(lines.length, 'file')} uploaded`}
        {failed > 0 ? `, ${failed} failed` : ''}
      </TextLink>{' '}
      <span className="text-sm">{patientLine}</span>
    </>
  );
}
