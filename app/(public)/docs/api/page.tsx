import type { Metadata } from 'next';
import { DocsFrame } from '@/components/docs/docs-frame';
import { Prose } from '@/components/docs/prose';
import { OPERATION_GROUPS } from '@/components/docs/reference';
import { Cell, DataTable, Row, RowHead } from '@/components/ui/data-table';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = {
  title: 'Reference',
  description: 'Every operation of the interface: parameters, bodies, answers, refusals, with examples.',
};

/** Public: every operation of the interface. */
export default function ReferencePage() {
  return (
    <DocsFrame>
      <PageHeading title="Reference">
        <p>
          Every operation below <code>/v1</code>. The same for machines, OpenAPI 3.1:{' '}
          <a href="/v1/openapi.json">/v1/openapi.json</a>; tools make a client or a collection of requests
          from it.
        </p>
      </PageHeading>
      {OPERATION_GROUPS.map(({ title, description, operations }) => (
        <section key={title} className="mb-8">
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
                <Cell label="Request" className="wrap-anywhere">
                  <code>
                    {method} {path}
                  </code>
                </Cell>
                <Cell label="Scope">
                  <code>{scopes.join(' or ')}</code>
                </Cell>
              </Row>
            ))}
          </DataTable>
        </section>
      ))}
    </DocsFrame>
  );
}
