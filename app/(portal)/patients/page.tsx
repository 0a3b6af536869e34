import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { isolate } from '@/components/format/isolate';
import { FollowRestrictions } from '@/components/restricted-charts/follow-restrictions';
import { MainArea } from '@/components/shell/main-area';
import { PatientList } from '@/components/patients/patient-list';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { PatientSearch } from '@/components/patients/patient-search';
import { mayBeLabNumber, orderNumberIn } from '@/server/domain/lab-orders/rules';

export const metadata: Metadata = { title: 'Patients' };

const MIN_LETTERS = 2;

export default async function PatientsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const q = queryParam(query, 'q');
  const cursor = queryParam(query, 'cursor');
  const { caller, session, today, mayEditPatients, mayReadResults } = await getPageContext();
  const tooShort = q !== undefined && q.length < MIN_LETTERS;
  const found = tooShort
    ? null
    : await load(
        orFirstPage(
          caller.patients.listCharts({ limit: 25, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) }),
          q ? `/patients?${new URLSearchParams({ q }).toString()}` : '/patients',
        ),
      );
  // The search in the top bar opens the chart of a single match.
  const [only, ...others] = queryParam(query, 'go') && q && !cursor ? (found?.value?.data ?? []) : [];
  if (only && !only.near && others.length === 0) redirect(hrefOf(`/patients/${only.id}`, { only: q }));
  const listed = found?.value?.data ?? [];
  const matches = listed.filter((patient) => !patient.near);
  const near = listed.filter((patient) => patient.near);
  const recent = q || cursor ? null : await load(caller.patients.listRecentPatients({}));
  const create = mayEditPatients ? <LinkButton href="/patients/new">New patient</LinkButton> : null;
  const isNoMatch = Boolean(q) && found?.value?.data.length === 0;
  const number = mayReadResults && q ? (orderNumberIn(q) ?? (mayBeLabNumber(q) ? q : null)) : null;
  const createTyped =
    mayEditPatients && q ? (
      <LinkButton href={hrefOf('/patients/new', { q })}>Create patient</LinkButton>
    ) : null;
  const findOrder = number ? (
    <LinkButton href={hrefOf('/orders', { number })}>Find order {isolate(number)}</LinkButton>
  ) : null;
  return (
    <MainArea>
      <FollowRestrictions since={session.position} />
      <PageHeading title="Patients" actions={isNoMatch ? null : create} />
      <PatientSearch path="/patients" q={q} label="Find a patient" className="mb-6 max-w-3xl" />
      {tooShort ? <EmptyState title={`Enter at least ${MIN_LETTERS} characters.`} /> : null}
      {recent?.error ? (
        <FailedPart
          what="Recently viewed patients"
          error={recent.error}
          again="/patients"
          rest={found?.error ? '' : 'The list below is complete.'}
          className="mb-4"
        />
      ) : null}
      {recent?.value && recent.value.data.length > 0 ? (
        <section aria-labelledby="recent" className="mb-8">
          <SectionHeading id="recent" title="Recently viewed" />
          <PatientList patients={recent.value.data} today={today} caption="Recently viewed patients" />
        </section>
      ) : null}
      {found?.error ? (
        <FailedPart
          what="The list"
          error={found.error}
          again={hrefOf('/patients', { q })}
          rest="There may still be matching patients."
        />
      ) : null}
      {found?.value ? (
        <>
          {matches.length > 0 || near.length === 0 ? (
            <SectionHeading title={q ? `Matches for “${isolate(q)}”` : 'Recently added'} />
          ) : null}
          {found.value.data.length === 0 ? (
            <EmptyState
              title={q ? 'No patients match.' : 'No patients yet.'}
              action={q ? (findOrder ?? createTyped) : create}
            >
              {q
                ? 'Check the spelling, or search by birth date or MRN.'
                : 'Created and imported patients appear here.'}
            </EmptyState>
          ) : null}
          {matches.length > 0 ? (
            <PatientList
              patients={matches}
              today={today}
              caption={q ? 'Matching patients' : 'Recently added'}
              q={q}
            />
          ) : null}
          {near.length > 0 ? (
            <section aria-labelledby="similar" className={matches.length > 0 ? 'mt-8' : ''}>
              <SectionHeading id="similar" title="Similar names" />
              {matches.length === 0 ? (
                <p className="mb-2 wrap-anywhere">No patient matches “{isolate(q ?? '')}” exactly.</p>
              ) : null}
              <PatientList patients={near} today={today} caption="Patients with similar names" q={q} />
            </section>
          ) : null}
          <Pager path="/patients" query={{ q }} next={found.value.next_cursor} isFirst={!cursor} />
        </>
      ) : null}
    </MainArea>
  );
}
