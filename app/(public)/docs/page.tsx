import type { Metadata } from 'next';
import { DocsFrame } from '@/components/docs/docs-frame';
import { GUIDES } from '@/components/docs/guides/all-guides';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = {
  title: 'Documentation',
  description:
    'How to work with the Clinical Data Service: guides, every event, every error, and the reference.',
};

const REFERENCE = [
  {
    href: '/docs/api',
    title: 'Operations',
    summary: 'Parameters, bodies, answers and refusals of each one, with examples.',
  },
  {
    href: '/docs/events',
    title: 'Events',
    summary: 'What webhooks are sent and the feed shows, one page each.',
  },
  { href: '/docs/errors', title: 'Error codes', summary: 'What each code means, and what to do.' },
];

/** Public: where integrators begin. */
export default function DocsPage() {
  return (
    <DocsFrame>
      <PageHeading title="Documentation">
        <p>
          For those who connect a system of their own: patients, lab orders and results, documents and
          webhooks over one interface, <code>/v1</code>.
        </p>
      </PageHeading>
      <section className="mb-8">
        <SectionHeading title="Guides" />
        <Entries
          entries={GUIDES.map(({ slug, title, summary }) => ({
            href: `/docs/guides/${slug}`,
            title,
            summary,
          }))}
        />
      </section>
      <section>
        <SectionHeading title="Reference" />
        <Entries entries={REFERENCE} />
        <p className="mt-4">
          Machine-readable, OpenAPI 3.1: <a href="/v1/openapi.json">/v1/openapi.json</a>
        </p>
      </section>
    </DocsFrame>
  );
}

function Entries({ entries }: { entries: readonly { href: string; title: string; summary: string }[] }) {
  return (
    <ul className="border-t-2 border-ink">
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
