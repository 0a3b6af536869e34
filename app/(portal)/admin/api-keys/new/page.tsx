import type { Metadata } from 'next';
import { NewKeyForm } from '@/components/admin/api-keys/new-key-form';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';
import { openPortal } from '../../../open-portal';

export const metadata: Metadata = { title: 'New API key · Clinical Data Service' };

export default async function NewApiKeyPage() {
  const { session, mayAdminister } = await openPortal();
  const scopes = SCOPES.map((scope) => ({ scope, words: SCOPE_WORDS[scope] }));
  return (
    <MainArea>
      <PageHeading title="New API key">Give a key only the rights its system needs.</PageHeading>
      {mayAdminister ? (
        <NewKeyForm scopes={scopes} maxDays={session.keyMaxDays} />
      ) : (
        <NotAllowed what="manage API keys" />
      )}
    </MainArea>
  );
}
