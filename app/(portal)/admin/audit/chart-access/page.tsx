import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { load } from '@/app/_lib/load';
import { auditPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { namesakesOf } from '@/components/format/names';
import { MicroIdentity } from '@/components/patients/micro-identity';
import { PatientSearch } from '@/components/patients/patient-search';
import { MainArea } from '@/components/shell/main-area';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { describedBy, Field } from '@/components/ui/field';
import { LinkForm } from '@/components/ui/link-form';
import { FailedPart } from '@/components/ui/page-part';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Patient access log' };

const PATH = '/admin/audit/chart-access';
const SHOWN = 8;
const MIN_LETTERS = 2;
const MRN = { id: 'about', label: 'MRN' };

export default auditPage(
  async ({ caller, today, mayAdminister }, { searchParams }: { searchParams: Promise<Query> }) => {
    const query = await searchParams;
    const q = queryParam(query, 'q');
    const about = queryParam(query, 'about');
    if (about) redirect(hrefOf('/admin/audit', { about }));
    const found =
      mayAdminister && q && q.length >= MIN_LETTERS
        ? await load(caller.patients.listCharts({ q, limit: SHOWN }))
        : null;
    const patients = found?.value?.data ?? [];
    const namesakes = namesakesOf(patients);
    return (
      <MainArea>
        <PageHeading parent={{ href: '/admin/audit', label: 'Audit log' }} title="Patient access log">
          {mayAdminister ? 'Choose the patient' : 'Enter the MRN of the patient'} to see who viewed or changed
          the chart.
        </PageHeading>
        {mayAdminister ? (
          <PatientSearch
            path={PATH}
            q={q}
            label="Find the patient"
            focus={q === undefined}
            className="mb-4 max-w-2xl"
          />
        ) : (
          <MrnForm error={query.about === undefined ? undefined : 'Enter an MRN.'} />
        )}
        {found?.error ? (
          <FailedPart
            what="The list"
            error={found.error}
            again={hrefOf(PATH, { q })}
            rest="There may still be matching patients."
          />
        ) : null}
        {found?.value && patients.length === 0 ? (
          <EmptyState title="No patients match.">Check the spelling, or search by MRN.</EmptyState>
        ) : null}
        {patients.length > 0 ? (
          <ul aria-label="Patients" className="max-w-2xl border-t-2 border-ink">
            {patients.map((patient) => (
              <li key={patient.id} className="border-b border-line py-2">
                <MicroIdentity
                  patient={patient}
                  today={today}
                  sameName={namesakes.has(patient.id)}
                  href={hrefOf('/admin/audit', { about: patient.id })}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {found?.value?.next_cursor ? <p>More patients match. Add the birth date or MRN.</p> : null}
      </MainArea>
    );
  },
);

const MrnForm = ({ error }: { error: string | undefined }) => (
  <LinkForm action={PATH} answerId={MRN.id} className="mb-4">
    <Field {...MRN} error={error}>
      <div className="flex flex-wrap gap-2">
        <input
          id={MRN.id}
          name={MRN.id}
          maxLength={64}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose
          autoFocus
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ ...MRN, error })}
          className="control w-60 max-w-full"
        />
        <Button type="submit" weight="secondary">
          Show access log
        </Button>
      </div>
    </Field>
  </LinkForm>
);
