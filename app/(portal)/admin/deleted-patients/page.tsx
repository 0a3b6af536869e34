import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { DeletedList } from '@/components/patients/deleted-list';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Deleted patients' };

export default async function DeletedPatientsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const cursor = queryParam(await searchParams, 'cursor');
  const { caller, mayAdminister } = await getPageContext();
  if (!mayAdminister) {
    return (
      <MainArea>
        <PageHeading title="Deleted patients" />
        <NotAllowed what="restore deleted patients" />
      </MainArea>
    );
  }
  const { value: list, error } = await load(
    orFirstPage(
      caller.patients.listDeletedPatients({ limit: 50, ...(cursor ? { cursor } : {}) }),
      '/admin/deleted-patients',
    ),
  );
  return (
    <MainArea>
      <PageHeading title="Deleted patients" />
      {error ? (
        <FailedPart
          what="The list"
          error={error}
          again="/admin/deleted-patients"
          rest="Nothing is removed sooner for that."
        />
      ) : list.data.length === 0 ? (
        <EmptyState title="No deleted patients.">
          A deleted patient stands here for {RESTORE_DAYS} days and can be restored.
        </EmptyState>
      ) : (
        <DeletedList patients={list.data} />
      )}
      {list ? (
        <Pager path="/admin/deleted-patients" query={{}} next={list.next_cursor} isFirst={!cursor} />
      ) : null}
    </MainArea>
  );
}
