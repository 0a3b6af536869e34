import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { PatientList } from '@/components/patients/patient-list';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { PatientSearch } from '@/components/patients/patient-search';

export const metadata: Metadata = { title: 'Patients' };

const MIN_LETTERS = 2;

export default async function PatientsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const q = queryParam(query, 'q');
  const cursor = queryParam(query, 'cursor');
  const { caller, today, mayWrite } = await getPageContext();
  const tooShort = q !== undefined && q.length < MIN_LETTERS;
  const found = tooShort
    ? null
    : await load(
        orFirstPage(
          caller.patients.listPatients({ limit: 25, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) }),
          q ? `/patients?${new URLSearchParams({ q }).toString()}` : '/patients',
        ),
      );
  // From the field of the frame somebody wants a chart, not a list.
  const [only, ...others] = queryParam(query, 'go') && q && !cursor ? (found?.value?.data ?? []) : [];
  if (only && others.length === 0) redirect(hrefOf(`/patients/${only.id}`, { only: q }));
  // With a search or on a later page they would be in the way.
  const recent = q || cursor ? null : await load(caller.patients.listRecentPatients({}));
  const create = mayWrite ? <LinkButton href="/patients/new">New patient</LinkButton> : null;
  return (
    <MainArea>
      <PageHeading title="Patients" actions={create} />
      <PatientSearch path="/patients" q={q} label="Find a patient" className="mb-6 max-w-3xl" />
      {tooShort ? <EmptyState title={`Type at least ${MIN_LETTERS} letters or digits.`} /> : null}
      {recent?.error ? (
        <FailedPart
          what="The patients that you opened lately"
          error={recent.error}
          again="/patients"
          rest={found?.error ? '' : 'The list below is complete.'}
          className="mb-4"
        />
      ) : null}
      {recent?.value && recent.value.data.length > 0 ? (
        <section aria-labelledby="recent" className="mb-8">
          <SectionHeading id="recent" title="Opened by you lately" />
          <PatientList patients={recent.value.data} today={today} caption="Patients opened by you lately" />
        </section>
      ) : null}
      {found?.error ? (
        <FailedPart
          what="The list"
          error={found.error}
          again={hrefOf('/patients', { q })}
          rest="There may be patients all the same."
        />
      ) : null}
      {found?.value ? (
        <>
          <SectionHeading title={q ? `Matches for “${isolate(q)}”` : 'Newest patients'} />
          {found.value.data.length === 0 ? (
            <EmptyState title={q ? 'No patient matches.' : 'No patients yet.'} action={create}>
              {q
                ? 'Check the spelling, or search by birth date or MRN.'
                : 'Patients appear here when they are created or received.'}
            </EmptyState>
          ) : (
            <PatientList
              patients={found.value.data}
              today={today}
              caption={q ? 'Patients that match the search' : 'Newest patients'}
            />
          )}
          <Pager path="/patients" query={{ q }} next={found.value.next_cursor} isFirst={!cursor} />
        </>
      ) : null}
    </MainArea>
  );
}
