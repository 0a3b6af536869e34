import { MainArea } from '@/components/shell/main-area';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export default function PortalNotFound() {
  return (
    <MainArea>
      <PageHeading title="This record was not found" />
      <p className="mb-5">
        The address may be mistyped, the record may have been removed, or you may not be allowed to see it.
      </p>
      <LinkButton href="/patients">Go to patients</LinkButton>
    </MainArea>
  );
}
