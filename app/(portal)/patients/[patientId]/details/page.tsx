import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { formatShortName } from '@/components/format/names';
import { DeletePatient } from '@/components/patients/delete-patient';
import { DetailList } from '@/components/patients/detail-list';
import { MergedRecords } from '@/components/patients/merged-records';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { RestrictChart } from '@/components/restricted-charts/restrict-chart';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { initialsOfName } from '@/server/domain/patients/present';

const MOST_MERGES = 20;

interface DetailsPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Pick<DetailsPageProps, 'params'>): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Details') };
}

export default async function PatientDetailsPage({ params, searchParams }: DetailsPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, mayEditPatients, mayAdminister }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const isShown = patient.primary_clinician_id !== null;
  const draft = mayEditPatients ? await getDraft(`/patients/${patient.id}/details`) : null;
  const merges = await caller.patients.listPatientMerges({ id: patient.id, limit: MOST_MERGES });
  const colleagues = isShown || merges.data.length > 0 ? await load(caller.people.listColleagues({})) : null;
  const people = colleagues?.value?.data ?? [];
  const requestId = queryParam(query, 'request');
  const request =
    requestId && mayAdminister
      ? (await load(caller.patientUpdates.getPatientUpdate({ id: requestId, with: [] }))).value
      : null;
  const isRequested =
    request?.problem === 'deletion_sent' &&
    request.candidates.some((candidate) => candidate.patient.id === patient.id);
  const edit = `/patients/${patient.id}/details/edit`;
  return (
    <MainArea>
      <PageHeading
        title="Details"
        actions={
          <>
            {mayEditPatients ? <LinkButton href={edit}>Edit details</LinkButton> : null}
            {mayEditPatients && patient.status === 'active' ? (
              <LinkButton href={`/patients/${patient.id}/merge`} weight="secondary">
                Merge with another record
              </LinkButton>
            ) : null}
            {mayAdminister ? (
              <>
                <RestrictChart
                  key={String(patient.restricted)}
                  patientId={patient.id}
                  line={patientLine(patient)}
                  initials={formatShortName(initialsOfName(patient.name))}
                  restricted={patient.restricted}
                />
                <LinkButton href={`/patients/${patient.id}/export`} weight="secondary">
                  Export chart
                </LinkButton>
                <DeletePatient
                  id={patient.id}
                  name={formatShortName(patient.name)}
                  line={patientLine(patient)}
                  requestedBy={isRequested ? request.connection : null}
                />
                <LinkButton href={`/admin/erasures/new?patient=${patient.id}`} weight="secondary">
                  Erase patient
                </LinkButton>
              </>
            ) : null}
          </>
        }
      />
      {colleagues?.error ? (
        <FailedPart
          what="Colleagues"
          error={colleagues.error}
          again={`/patients/${patient.id}/details`}
          rest="The name of the primary clinician is missing."
          className="mb-4"
        />
      ) : null}
      {draft !== null && draft !== 'unknown' ? (
        <Notice className="mb-5 max-w-prose">
          You have unsaved changes. <TextLink href={edit}>Continue editing</TextLink>
        </Notice>
      ) : null}
      <DetailList patient={patient} colleagues={colleagues?.value?.data ?? null} />
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
