import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { NewKeyForm } from '@/components/admin/api-keys/new-key-form';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'New API key' };

export default async function NewApiKeyPage() {
  const { session, mayAdminister } = await getPageContext();
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
