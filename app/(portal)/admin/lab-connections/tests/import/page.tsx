import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { ImportColumns } from '@/components/admin/laboratories/import-columns';
import { ImportForm } from '@/components/admin/laboratories/import-form';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Import tests' };

export default adminPage(
  'import_catalog',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const { data } = await caller.catalog.listCatalogLabs({});
    const lab = queryParam(await searchParams, 'lab');
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/lab-connections/tests', label: 'Test catalog' }}
          title="Import tests"
        >
          Review all changes before anything is imported. Orders already placed do not change.
        </PageHeading>
        {data.length === 0 ? (
          <EmptyState
            title="No laboratories."
            action={<LinkButton href="/admin/lab-connections/new">New connection</LinkButton>}
          >
            Add a lab connection first.
          </EmptyState>
        ) : (
          <>
            <ImportColumns />
            <ImportForm labs={data} lab={data.some(({ id }) => id === lab) ? lab : undefined} />
            <NeedsScripts what="Importing tests" />
          </>
        )}
      </MainArea>
    );
  },
);
