/** The upload queue for pages that upload. It belongs to the tab and continues during navigation. */
import { useRouter } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../client/client';
import { announce } from '../ui/live-region';
import { showToast } from '../ui/toast';
import { fileDigest } from './file-digest';
import { findCopy } from './find-copy';
import { sendFile } from './send-file';
import { setTabQueue, tabQueue } from './tab-queue';
import type { UploadLine } from './upload-line-state';
import { UploadQueue } from './upload-queue';

/** Of the page that was open last: the router is the same on all pages. */
let refreshPage = () => {};

export function useUploads(): UploadQueue {
  const router = useRouter();
  useEffect(() => {
    refreshPage = () => router.refresh();
  }, [router]);
  const [queue] = useState(() => tabQueue() ?? createQueue());
  return queue;
}

function createQueue(): UploadQueue {
  const queue = new UploadQueue({
    send: sendFile,
    fileUpload: (filing) => api.uploads.fileUpload.mutate(filing),
    discard: (id) => api.uploads.discardUpload.mutate({ id }),
    digest: fileDigest,
    guessContent: async (file, patientLine) =>
      (await import('./guess-content')).guessContent(file, { patientLine, now: new Date() }),
    isCut: async (file) => (await import('./pdf-end')).isCut(file),
    findCopy,
    isOnline: () => navigator.onLine,
    wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    announce,
    confirm: showToast,
    filed: () => refreshPage(),
  });
  // The server renders for many users.
  if (typeof window !== 'undefined') {
    setTabQueue(queue);
    window.addEventListener('online', () => queue.resume());
  }
  return queue;
}

const NONE: readonly UploadLine[] = [];

export const useUploadLines = (queue: UploadQueue): readonly UploadLine[] =>
  useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);
