import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { NewWebhookForm } from '@/components/admin/webhooks/new-webhook-form';
import { rulesForTyping } from '@/server/domain/webhooks/typed-rules';

export const metadata: Metadata = { title: 'New webhook' };

export default adminPage('create_webhook', async () => {
  return (
    <MainArea>
      <NewWebhookForm
        heading={
          <PageHeading parent={{ href: '/admin/webhooks', label: 'Webhooks' }} title="New webhook">
            Payloads contain IDs only, no patient data.
          </PageHeading>
        }
        rules={rulesForTyping()}
        found={await getDraft('/admin/webhooks/new')}
      />
    </MainArea>
  );
});
