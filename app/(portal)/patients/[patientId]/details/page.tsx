import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { DetailList } from '@/components/patients/detail-list';
import { EditPatientForm } from '@/components/patients/edit-patient-form';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { draftOf, openPatient, openPortal, settle } from '../../../open-portal';

interface DetailsPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: DetailsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await openPatient(patientId), 'Details') };
}

export default async function PatientDetailsPage({ params }: DetailsPageProps) {
  const { patientId } = await params;
  const [{ caller, mayWrite, mayAdminister }, patient] = await Promise.all([
    openPortal(),
    openPatient(patientId),
  ]);
  const colleagues = mayWrite ? await settle(caller.people.listColleagues({})) : null;
  return (
    <MainArea>
      <PageHeading title="Details" />
      {colleagues?.error ? (
        <FailedPart
          what="Your colleagues"
          error={colleagues.error}
          again={`/patients/${patient.id}/details`}
          rest="The patient’s clinician cannot be changed now; everything else can."
          className="mb-4"
        />
      ) : null}
      {mayWrite ? (
        <EditPatientForm
          key={patient.id}
          patient={patient}
          line={patientLine(patient)}
          colleagues={colleagues?.value?.data ?? []}
          mayGiveMrn={mayAdminister}
          found={await draftOf(`/patients/${patient.id}/details`)}
        />
      ) : (
        <DetailList patient={patient} />
      )}
    </MainArea>
  );
}
