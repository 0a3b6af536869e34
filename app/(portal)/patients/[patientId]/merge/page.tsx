import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { searchPatients } from '@/app/_lib/search-patients';
import { ChoosePatient } from '@/components/documents/choose-patient';
import { MergePatients } from '@/components/patients/merge-patients';
import { pageTitle } from '@/components/patients/patient-view';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { FailedPart } from '@/components/ui/page-part';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

interface MergePageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

const SHOWN = 8;

export async function generateMetadata({ params }: MergePageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Merge records') };
}

export default async function MergePatientsPage({ params, searchParams }: MergePageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, mayEditPatients, today }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const path = `/patients/${patient.id}/merge`;
  const [q, otherId] = [queryParam(query, 'q'), queryParam(query, 'with')];
  const requestId = queryParam(query, 'request');
  const heading = (
    <PageHeading
      parent={
        requestId
          ? { href: `/unmatched/patients/${requestId}`, label: 'Request' }
          : { href: `/patients/${patient.id}/details`, label: 'Details' }
      }
      title="Merge records"
    >
      For two records of the same patient. One record is kept, with the results, orders and documents of both.
    </PageHeading>
  );
  if (!mayEditPatients)
    return (
      <MainArea>
        {heading}
        <Denied what="merge records" action="compare_patients" patientId={patient.id} />
      </MainArea>
    );
  if (patient.status !== 'active')
    return (
      <MainArea>
        {heading}
        <EmptyState title="This record cannot be merged.">It is not active.</EmptyState>
      </MainArea>
    );
  if (otherId) {
    const [{ value, error }, colleagues] = await Promise.all([
      load(
        caller.patients.comparePatients({
          id: patient.id,
          other_id: otherId,
          ...(requestId ? { request_id: requestId } : {}),
        }),
      ),
      load(caller.people.listColleagues({})),
    ]);
    return (
      <MainArea>
        {heading}
        {error?.code === 'invalid_state' ? (
          <EmptyState title="These records are merged.">
            <span className="flex flex-wrap gap-x-5">
              <TextLink href={`/patients/${patient.id}`}>Open chart</TextLink>
              {requestId ? <TextLink href={`/unmatched/patients/${requestId}`}>Open request</TextLink> : null}
            </span>
          </EmptyState>
        ) : error ? (
          <FailedPart
            what="Comparison"
            error={error}
            again={`${path}?with=${otherId}${requestId ? `&request=${requestId}` : ''}`}
          />
        ) : (
          <MergePatients
            key={`${patient.id} ${otherId}`}
            comparison={value}
            colleagues={colleagues.value?.data ?? null}
            today={today}
            requestId={requestId}
          />
        )}
      </MainArea>
    );
  }
  const found = await searchPatients(q);
  const list = found.ids.length > 0 ? await caller.patients.listCharts({ q: q!, limit: SHOWN + 1 }) : null;
  const others = list?.data.filter(({ id }) => id !== patient.id) ?? [];
  return (
    <MainArea>
      {heading}
      {found.problem ? <p role="alert">{found.problem}</p> : null}
      <ChoosePatient
        path={path}
        q={q}
        label="Find the other record"
        found={q === undefined || found.problem ? null : others.slice(0, SHOWN)}
        emptyTitle="No other records match."
        more={others.length > SHOWN || found.more}
        today={today}
        hrefOf={({ id }) => `${path}?with=${id}`}
      />
    </MainArea>
  );
}
