import { notFound } from 'next/navigation';
import { cache } from 'react';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';

/** One read, hence one audit row, per request: title and page share it. */
export const openDocument = cache(async (patientId: string, documentId: string) => {
  const { caller } = await getPageContext();
  const document = await orNotFound(caller.documents.getDocument({ id: documentId }));
  // The banner shows the patient of the URL: a document of another patient must never appear below it.
  if (document.patient_id !== patientId) notFound();
  return document;
});
