import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewAppForm } from '@/components/admin/apps/new-app-form';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'Register application' };

export default async function NewAppPage() {
  const { mayAdminister } = await getPageContext();
  const scopes = SCOPES.map((scope) => ({ scope, words: SCOPE_WORDS[scope] }));
  return (
    <MainArea>
      <PageHeading title="Register application">
        It can ask people of your organization for their consent. It never gets more than the person has.
      </PageHeading>
      {mayAdminister ? <NewAppForm scopes={scopes} /> : <NotAllowed what="manage applications" />}
    </MainArea>
  );
}
