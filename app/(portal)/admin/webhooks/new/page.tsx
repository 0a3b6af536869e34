import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';
import { NewWebhookForm } from '@/components/admin/webhooks/new-webhook-form';
import { rulesForTyping } from '@/server/domain/webhooks/typed-rules';

export const metadata: Metadata = { title: 'New webhook' };

export default async function NewWebhookPage() {
  const { mayAdminister } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="New webhook">
        Messages are thin: ids and versions, no names and no values.
      </PageHeading>
      {mayAdminister ? (
        <NewWebhookForm rules={rulesForTyping()} found={await getDraft('/admin/webhooks/new')} />
      ) : (
        <NotAllowed what="manage webhooks" />
      )}
    </MainArea>
  );
}
