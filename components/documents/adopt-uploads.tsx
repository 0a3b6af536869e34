'use client';
/** Adds uploads from a closed page to the queue, so that the chart shows them. */
import { useEffect } from 'react';
import type { Upload } from '@/server/domain/documents/upload-contract';
import type { UploadPatient } from './upload-line-state';
import { useUploads } from './use-uploads';

export function AdoptUploads({ patient, unfiled }: { patient: UploadPatient; unfiled: readonly Upload[] }) {
  const queue = useUploads();
  const { id, line } = patient;
  useEffect(() => queue.adopt({ id, line }, unfiled), [queue, id, line, unfiled]);
  return null;
}
