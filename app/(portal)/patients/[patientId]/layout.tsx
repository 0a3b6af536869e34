import type { ReactNode } from 'react';
import { getDraft } from '@/app/_lib/draft';
import { getPageContext, isRequestedPath } from '@/app/_lib/page-context';
import { getAccessEnd, getUnfiledUploads, getPatient } from '@/app/_lib/patient';
import { PatientUploads } from '@/components/documents/patient-uploads';
import { formatLongDate } from '@/components/format/long-date';
import { formatShortName } from '@/components/format/names';
import { LeaveRestrictedChart } from '@/components/patients/leave-restricted-chart';
import { PatientBanner } from '@/components/patients/patient-banner';
import { PatientSections } from '@/components/patients/patient-sections';
import { patientLine } from '@/components/patients/patient-view';
import { WrongChartWarning } from '@/components/patients/wrong-chart-warning';
import { PrintedBy } from '@/components/print/printed-by';
import { maxFileBytes } from '@/server/domain/documents/upload-limits';

interface PatientLayoutProps {
  children: ReactNode;
  params: Promise<{ patientId: string }>;
}

export default async function PatientLayout({ children, params }: PatientLayoutProps) {
  const { patientId } = await params;
  const [{ today, session, ...may }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const isActive = patient.status === 'active';
  const home = `/patients/${patient.id}/documents`;
  const isHome = await isRequestedPath(home);
  return (
    <>
      <PatientBanner
        key={patient.id}
        patient={patient}
        today={today}
        openUntil={patient.restricted ? await getAccessEnd(patient.id) : null}
      />
      <LeaveRestrictedChart key={`${patient.id} access`} patientId={patient.id} since={session.position} />
      <WrongChartWarning
        patientId={patient.id}
        spoken={`${formatShortName(patient.name)}, born ${formatLongDate(patient.birth_date)}`}
      />
      <PatientSections patientId={patient.id} may={may} isActive={isActive}>
        {may.mayFileDocuments && isActive ? (
          <PatientUploads
            key={patient.id}
            patient={{ id: patient.id, line: patientLine(patient) }}
            maxBytes={maxFileBytes()}
            unfiled={isHome ? await getUnfiledUploads(patient.id) : []}
            {...(isHome ? { found: await getDraft(home) } : {})}
          />
        ) : null}
      </PatientSections>
      {children}
      <PrintedBy organization={session.orgName} person={session.userName} />
    </>
  );
}
