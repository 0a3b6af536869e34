import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { Denied } from '@/app/_lib/denied';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { MainArea } from '@/components/shell/main-area';
import { EditPatientForm } from '@/components/patients/edit-patient-form';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';

interface EditDetailsPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: EditDetailsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Edit details') };
}

export default async function EditDetailsPage({ params }: EditDetailsPageProps) {
  const { patientId } = await params;
  const [{ caller, mayEditPatients, mayAdminister }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const details = `/patients/${patient.id}/details`;
  if (!mayEditPatients)
    return (
      <MainArea>
        <PageHeading title="Edit details" />
        <Denied what="edit patients" action="update_patient" patientId={patient.id} />
      </MainArea>
    );
  const colleagues = await load(caller.people.listColleagues({}));
  return (
    <MainArea>
      <PageHeading title="Edit details" />
      {colleagues.error ? (
        <FailedPart
          what="Colleagues"
          error={colleagues.error}
          again={`${details}/edit`}
          rest="You can change everything except the primary clinician."
          className="mb-4"
        />
      ) : null}
      <EditPatientForm
        key={patient.id}
        patient={patient}
        line={patientLine(patient)}
        colleagues={colleagues.value?.data ?? null}
        mayEditMrn={mayAdminister}
        found={await getDraft(details)}
      />
    </MainArea>
  );
}
