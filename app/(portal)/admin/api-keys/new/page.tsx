import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { NewKeyForm } from '@/components/admin/api-keys/new-key-form';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'New API key' };

export default adminPage('create_api_key', async ({ session }) => {
  const scopes = SCOPES.map((scope) => ({ scope, words: SCOPE_WORDS[scope] }));
  return (
    <MainArea>
      <NewKeyForm
        heading={
          <PageHeading parent={{ href: '/admin/api-keys', label: 'API keys' }} title="New API key">
            Select only the permissions that the system needs.
          </PageHeading>
        }
        scopes={scopes}
        maxDays={session.keyMaxDays}
      />
    </MainArea>
  );
});
