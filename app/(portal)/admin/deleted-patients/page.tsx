import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { DeletedList } from '@/components/patients/deleted-list';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Deleted patients' };

export default adminPage(
  'list_deleted_patients',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const cursor = queryParam(await searchParams, 'cursor');
    const { value: list, error } = await load(
      orFirstPage(
        caller.patients.listDeletedPatients({ limit: 50, ...(cursor ? { cursor } : {}) }),
        '/admin/deleted-patients',
      ),
    );
    return (
      <MainArea>
        <PageHeading title="Deleted patients">
          A deleted patient can be restored for {RESTORE_DAYS} days. To delete a patient, open Details in the
          chart.
        </PageHeading>
        {error ? (
          <FailedPart
            what="Deleted patients"
            error={error}
            again="/admin/deleted-patients"
            rest="No data is lost."
          />
        ) : list.data.length === 0 ? (
          <EmptyState title="No deleted patients." />
        ) : (
          <DeletedList patients={list.data} />
        )}
        {list ? (
          <Pager path="/admin/deleted-patients" query={{}} next={list.next_cursor} isFirst={!cursor} />
        ) : null}
      </MainArea>
    );
  },
);
