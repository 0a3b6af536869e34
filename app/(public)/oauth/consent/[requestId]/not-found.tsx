import { PublicFrame } from '@/components/shell/public-frame';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

/** The words are those of `/oauth/decide`. */
export default function RequestNotFound() {
  return (
    <PublicFrame>
      <PageHeading title="This request is no longer valid" />
      <p className="mb-4">It has expired, was already answered, or belongs to another sign-in.</p>
      <p className="mb-5">Go back to the application and start again.</p>
      <LinkButton href="/" weight="secondary">
        Go to the start page
      </LinkButton>
      <p className="mt-6 text-sm text-ink-2">
        Error code: <code className="font-mono">not_found</code>
      </p>
    </PublicFrame>
  );
}
