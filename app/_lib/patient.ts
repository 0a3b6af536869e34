import { redirect } from 'next/navigation';
import { cache } from 'react';
import { formatShortName } from '@/components/format/names';
import { hrefOf } from '@/components/ui/pager';
import { orNotFound } from './load';
import { getPageContext, requestedPath } from './page-context';

/** Cached, so that layout, title and page share one read and one audit entry. `tab` is used in the tab title. */
export const getPatient = cache(async (patientId: string) => {
  const { caller, session } = await getPageContext();
  const patient = await orNotFound(caller.patients.getPatient({ id: patientId }));
  // A merged record leads to the same page of its survivor.
  if (patient.id !== patientId) {
    const path = (await requestedPath()).replaceAll(patientId, patient.id);
    redirect(path === `/patients/${patient.id}` ? hrefOf(path, { merged: patientId }) : path);
  }
  return { ...patient, tab: session.hideNames ? 'Patient' : formatShortName(patient.name) };
});

/** The user's uploads for the patient that are not filed yet. */
export const getUnfiledUploads = cache(async (patientId: string) => {
  const { caller } = await getPageContext();
  return (await caller.uploads.listUploads({ patient_id: patientId })).data;
});
