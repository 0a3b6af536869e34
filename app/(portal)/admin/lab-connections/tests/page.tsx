import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { CatalogImports } from '@/components/admin/laboratories/catalog-imports';
import { catalogFilter } from '@/components/admin/laboratories/catalog-filter';
import { CatalogTests } from '@/components/admin/laboratories/catalog-tests';
import { count } from '@/components/format/numbers';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { PagePart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Test catalog' };

const PATH = '/admin/lab-connections/tests';

export default adminPage(
  'list_catalog',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const given = await searchParams;
    const query = catalogFilter.read((name) => queryParam(given, name));
    const cursor = queryParam(given, 'cursor');
    const [list, labs, imports] = await Promise.all([
      orFirstPage(
        caller.catalog.listCatalog({
          limit: 25,
          include: 'total_count',
          active: query.state === 'inactive' ? 'false' : 'true',
          ...(query.turnaround ? { has_turnaround: 'false' } : {}),
          ...(query.lab ? { lab_id: query.lab } : {}),
          ...(query.q ? { q: query.q } : {}),
          ...(cursor ? { cursor } : {}),
        }),
        hrefOf(PATH, query),
      ),
      caller.catalog.listCatalogLabs({}),
      load(caller.catalog.listCatalogImports({})),
    ]);
    const link = <LinkButton href={hrefOf(`${PATH}/import`, { lab: query.lab })}>Import tests</LinkButton>;
    return (
      <MainArea>
        <PageHeading title="Test catalog" actions={link}>
          Tests that can be ordered, by laboratory.
        </PageHeading>
        <catalogFilter.Form
          path={PATH}
          query={query}
          options={{
            lab: labs.data.map(({ id, name, active }) => (
              <option key={id} value={id}>
                {isolate(name)} ({active})
              </option>
            )),
          }}
        />
        {list.data.length > 0 ? (
          <>
            <p className="mb-1 text-sm text-ink-2">
              {count(list.total_count ?? list.data.length, 'test')}
              {list.total_count !== undefined && list.total_count > list.data.length
                ? `, ${list.data.length} on this page`
                : ''}
            </p>
            <CatalogTests tests={list.data} />
          </>
        ) : catalogFilter.isActive(query) ? (
          <EmptyState
            title="No tests match this filter."
            action={<TextLink href={PATH}>Show all</TextLink>}
          />
        ) : (
          <EmptyState title="No tests yet." action={link}>
            Import the tests of a laboratory from a CSV file.
          </EmptyState>
        )}
        <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
        {imports.value?.data.length === 0 ? null : (
          <section aria-labelledby="imports" className="mt-8">
            <SectionHeading id="imports" title="Imports" />
            <PagePart what="Imports" read={imports} again={PATH}>
              {({ data }) => <CatalogImports imports={data} />}
            </PagePart>
          </section>
        )}
      </MainArea>
    );
  },
);
