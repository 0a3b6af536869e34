import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { Prose } from '@/components/docs/prose';
import { OPERATION_GROUPS } from '@/components/docs/reference';
import { Cell, DataTable, Row, RowHead } from '@/components/ui/data-table';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = {
  title: 'Operations',
  description: 'Every operation of the API with parameters, bodies, errors and examples.',
};

export default function ReferencePage() {
  return (
    <DocsPage>
      <PageHeading title="Operations">
        <p>
          All operations under <code>/v1</code>. For client generators and API tools, use the OpenAPI 3.1
          document: <a href="/v1/openapi.json">/v1/openapi.json</a>.
        </p>
      </PageHeading>
      {OPERATION_GROUPS.map(({ title, description, operations }) => (
        <section key={title} className="columns-aligned mb-8">
          <SectionHeading title={title} />
          <p className="mb-2 text-ink-2">
            <Prose text={description} />
          </p>
          <DataTable caption={title} columns={['Operation', 'Request', 'Scope']}>
            {operations.map(({ id, method, path, summary, scopes }) => (
              <Row key={id}>
                <RowHead>
                  <TextLink href={`/docs/api/${id}`}>{summary}</TextLink>
                </RowHead>
                <Cell label="Request" className="text-sm wrap-anywhere">
                  <code>
                    {method} {path}
                  </code>
                </Cell>
                <Cell label="Scope" className="text-sm">
                  <code>{scopes.join(' or ')}</code>
                </Cell>
              </Row>
            ))}
          </DataTable>
        </section>
      ))}
    </DocsPage>
  );
}
