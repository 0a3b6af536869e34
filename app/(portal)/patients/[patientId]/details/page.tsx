import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { MainArea } from '@/components/shell/main-area';
import { DetailList } from '@/components/patients/detail-list';
import { EditPatientForm } from '@/components/patients/edit-patient-form';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';

interface DetailsPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: DetailsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Details') };
}

export default async function PatientDetailsPage({ params }: DetailsPageProps) {
  const { patientId } = await params;
  const [{ caller, mayWrite, mayAdminister }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  // A form lists them all, a viewer reads one name.
  const isShown = mayWrite || patient.primary_clinician_id !== null;
  const colleagues = isShown ? await load(caller.people.listColleagues({})) : null;
  return (
    <MainArea>
      <PageHeading title="Details" />
      {colleagues?.error ? (
        <FailedPart
          what="Colleagues"
          error={colleagues.error}
          again={`/patients/${patient.id}/details`}
          rest={
            mayWrite
              ? 'You can change everything except the primary clinician.'
              : 'The name of the primary clinician is missing.'
          }
          className="mb-4"
        />
      ) : null}
      {mayWrite ? (
        <EditPatientForm
          key={patient.id}
          patient={patient}
          line={patientLine(patient)}
          colleagues={colleagues?.value?.data ?? null}
          mayEditMrn={mayAdminister}
          found={await getDraft(`/patients/${patient.id}/details`)}
        />
      ) : (
        <DetailList patient={patient} colleagues={colleagues?.value?.data ?? null} />
      )}
    </MainArea>
  );
}
