import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { ChoosePatient, PatientChoices } from '@/components/documents/choose-patient';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf } from '@/components/ui/pager';

export const metadata: Metadata = { title: 'Upload documents' };

const PATH = '/documents/add';
const SHOWN = 8;
const MIN_LETTERS = 2;

export default async function AddDocumentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const q = queryParam(await searchParams, 'q');
  const { caller, today, mayFileDocuments } = await getPageContext();
  if (!mayFileDocuments)
    return (
      <MainArea>
        <PageHeading title="Upload documents" />
        <Denied what="upload documents" action="create_document" />
      </MainArea>
    );
  const found =
    q && q.length >= MIN_LETTERS ? await load(caller.patients.listCharts({ q, limit: SHOWN })) : null;
  const recent = q ? null : await load(caller.patients.listRecentPatients({}));
  const choices = {
    today,
    hrefOf: ({ id }: { id: string }) => `/patients/${id}/documents#upload`,
  };
  return (
    <MainArea>
      <PageHeading title="Upload documents">Choose the patient, then the files.</PageHeading>
      <ChoosePatient
        path={PATH}
        q={q}
        label="Find the patient"
        found={found?.value?.data ?? null}
        emptyTitle="No patients match."
        more={Boolean(found?.value?.next_cursor)}
        {...choices}
      />
      {found?.error ? (
        <FailedPart
          what="The list"
          error={found.error}
          again={hrefOf(PATH, { q })}
          rest="There may still be matching patients."
        />
      ) : null}
      {recent?.error ? (
        <FailedPart
          what="Recently viewed patients"
          error={recent.error}
          again={PATH}
          rest="You can still search."
        />
      ) : null}
      {recent?.value && recent.value.data.length > 0 ? (
        <section aria-labelledby="recent" className="mt-6">
          <SectionHeading id="recent" title="Recently viewed" />
          <PatientChoices patients={recent.value.data} {...choices} />
        </section>
      ) : null}
    </MainArea>
  );
}
