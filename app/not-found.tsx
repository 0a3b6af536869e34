import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { hasSession } from '@/app/_lib/has-session';
import { PublicFrame } from '@/components/shell/public-frame';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Not found' };

export default async function NotFound() {
  // Keeps this page dynamic, so that its scripts carry the nonce.
  await headers();
  return (
    <PublicFrame>
      <PageHeading title="Page not found" />
      <p className="mb-5">The address may be wrong, or the page was removed.</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/">Go to the start page</LinkButton>
        {(await hasSession()) ? null : (
          <LinkButton href="/docs" weight="secondary">
            API documentation
          </LinkButton>
        )}
      </div>
    </PublicFrame>
  );
}
