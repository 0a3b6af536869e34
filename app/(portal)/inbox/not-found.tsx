import type { Metadata } from 'next';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Report not found' };

export default function InboxNotFound() {
  return (
    <>
      <PageHeading title="Report not found" />
      <p className="mb-5 max-w-prose">
        The report or its patient may have been moved or deleted, or the address may be mistyped. Nothing was
        signed.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/inbox">Back to inbox</LinkButton>
        <LinkButton href="/patients" weight="secondary">
          Go to patients
        </LinkButton>
      </div>
    </>
  );
}
