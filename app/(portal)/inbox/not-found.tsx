import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

/** Inside the frame of the inbox: whoever was about to sign goes on with the next report. */
export default function InboxNotFound() {
  return (
    <>
      <PageHeading title="This record was not found" />
      <p className="mb-5 max-w-prose">
        The report may have been moved or withdrawn, its patient may have been removed, or the address may be
        mistyped. Nothing was signed. What still waits for you stands in the inbox.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/inbox">Back to the inbox</LinkButton>
        <LinkButton href="/patients" weight="secondary">
          Go to patients
        </LinkButton>
      </div>
    </>
  );
}
