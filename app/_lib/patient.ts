import { redirect } from 'next/navigation';
import { cache } from 'react';
import { formatShortName } from '@/components/format/names';
import { hrefOf } from '@/components/ui/pager';
import { contextOfSession } from '@/server/auth/portal-session';
import { accessEnd } from '@/server/domain/restricted-charts/access';
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

/** When the user's access to the restricted chart of a patient (`pat_…`) ends. */
export async function getAccessEnd(patientId: string): Promise<string | null> {
  const { session, requestId } = await getPageContext();
  return accessEnd(contextOfSession(session, { requestId, ip: null }), patientId);
}

/** The user's uploads for the patient that are not filed yet. */
export const getUnfiledUploads = cache(async (patientId: string) => {
  const { caller } = await getPageContext();
  return (await caller.uploads.listUploads({ patient_id: patientId })).data;
});
