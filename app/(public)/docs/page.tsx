import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { CodeBlock } from '@/components/docs/code-block';
import { GUIDE_GROUPS } from '@/components/docs/guides';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { env } from '@/server/env';

export const metadata: Metadata = {
  title: 'Documentation',
  description: 'Guides, API reference, events and error codes of the Clinical Data Service.',
};

const REFERENCE = [
  {
    href: '/docs/api',
    title: 'Operations',
    summary: 'Parameters, bodies, errors and examples of each operation.',
  },
  {
    href: '/docs/events',
    title: 'Events',
    summary: 'Events sent to webhooks and listed in the feed.',
  },
  { href: '/docs/errors', title: 'Error codes', summary: 'Meaning of each code and how to handle it.' },
];

export default function DocsStart() {
  return (
    <DocsPage>
      <PageHeading title="Documentation">
        <p>
          Patients, lab orders and results, documents and webhooks through one API: <code>/v1</code>.
        </p>
      </PageHeading>
      <p className="mb-1">Base URL of this installation:</p>
      <CodeBlock label="Base URL of this installation" code={`${env.PUBLIC_URL}/v1`} />
      {GUIDE_GROUPS.map(({ title, guides }) => (
        <section key={title} className="mb-8">
          <SectionHeading title={title} />
          <Entries
            entries={guides.map(({ slug, title: name, summary }) => ({
              href: `/docs/guides/${slug}`,
              title: name,
              summary,
            }))}
          />
        </section>
      ))}
      <section>
        <SectionHeading title="Reference" />
        <Entries entries={REFERENCE} />
        <p className="mt-4">
          OpenAPI 3.1 document: <a href="/v1/openapi.json">/v1/openapi.json</a>. Postman collection:{' '}
          <a href="/docs/postman.json">/docs/postman.json</a>. Markdown of each page, for programs:{' '}
          <a href="/llms.txt">/llms.txt</a>. <a href="/status">Status</a> of this installation.
        </p>
      </section>
    </DocsPage>
  );
}

function Entries({ entries }: { entries: readonly { href: string; title: string; summary: string }[] }) {
  return (
    <ul className="grid gap-x-8 border-t-2 border-ink sm:grid-cols-2">
      {entries.map(({ href, title, summary }) => (
        <li key={href} className="border-b border-line py-2.5">
          <TextLink href={href} className="font-semibold">
            {title}
          </TextLink>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}
