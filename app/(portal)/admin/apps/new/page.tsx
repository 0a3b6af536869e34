import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { NewAppForm } from '@/components/admin/apps/new-app-form';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'Register application' };

export default adminPage('create_oauth_app', async () => {
  const scopes = SCOPES.map((scope) => ({ scope, words: SCOPE_WORDS[scope] }));
  return (
    <MainArea>
      <NewAppForm
        heading={
          <PageHeading parent={{ href: '/admin/apps', label: 'Applications' }} title="Register application">
            Users can connect it to their account. It never has more access than the user.
          </PageHeading>
        }
        scopes={scopes}
      />
    </MainArea>
  );
});
