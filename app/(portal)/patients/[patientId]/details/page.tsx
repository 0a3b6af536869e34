import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { MainArea } from '@/components/shell/main-area';
import { DetailList } from '@/components/patients/detail-list';
import { EditPatientForm } from '@/components/patients/edit-patient-form';
import { MergedRecords } from '@/components/patients/merged-records';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { RestrictChart } from '@/components/restricted-charts/restrict-chart';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';

const MOST_MERGES = 20;

interface DetailsPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: DetailsPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Details') };
}

export default async function PatientDetailsPage({ params }: DetailsPageProps) {
  const { patientId } = await params;
  const [{ caller, mayEditPatients, mayAdminister }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  // A form lists them all, a viewer reads one name.
  const isShown = mayEditPatients || patient.primary_clinician_id !== null;
  const merges = await caller.patients.listPatientMerges({ id: patient.id, limit: MOST_MERGES });
  const colleagues = isShown || merges.data.length > 0 ? await load(caller.people.listColleagues({})) : null;
  const people = colleagues?.value?.data ?? [];
  return (
    <MainArea>
      <PageHeading
        title="Details"
        actions={
          <>
            {mayEditPatients && patient.status === 'active' ? (
              <LinkButton href={`/patients/${patient.id}/merge`} weight="secondary">
                Merge with another record
              </LinkButton>
            ) : null}
            {mayAdminister ? (
              <RestrictChart
                key={String(patient.restricted)}
                patientId={patient.id}
                line={patientLine(patient)}
                restricted={patient.restricted}
              />
            ) : null}
            {mayAdminister ? (
              <LinkButton href={`/patients/${patient.id}/export`} weight="secondary">
                Export chart
              </LinkButton>
            ) : null}
            {mayAdminister ? (
              <LinkButton href={`/admin/erasures/new?patient=${patient.id}`} weight="secondary">
                Erase patient
              </LinkButton>
            ) : null}
          </>
        }
      />
      {colleagues?.error ? (
        <FailedPart
          what="Colleagues"
          error={colleagues.error}
          again={`/patients/${patient.id}/details`}
          rest={
            mayEditPatients
              ? 'You can change everything except the primary clinician.'
              : 'The name of the primary clinician is missing.'
          }
          className="mb-4"
        />
      ) : null}
      {mayEditPatients ? (
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
      {merges.data.length > 0 ? (
        <MergedRecords
          patientId={patient.id}
          merges={merges.data}
          more={merges.has_more}
          colleagues={people}
          mayUndo={mayEditPatients}
        />
      ) : null}
    </MainArea>
  );
}
