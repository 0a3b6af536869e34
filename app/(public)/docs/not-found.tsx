import { DocsPage } from '@/app/_lib/docs-page';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export default function DocsNotFound() {
  return (
    <DocsPage>
      <PageHeading title="Page not found" />
      <p>
        The documentation has no page at this address. Search it above, or go to the{' '}
        <TextLink href="/docs">overview</TextLink> or the <TextLink href="/docs/api">reference</TextLink>.
      </p>
    </DocsPage>
  );
}
