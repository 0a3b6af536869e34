import type { Metadata } from 'next';
import { load } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { WebhookList } from '@/components/admin/webhooks/webhook-list';

export const metadata: Metadata = { title: 'Webhooks' };

export default adminPage('list_webhooks', async ({ caller }) => {
  const [list, health] = await Promise.all([
    caller.webhooks.listWebhooks({ limit: 100 }),
    load(caller.webhooks.listWebhookHealth({})),
  ]);
  const create = (
    <NewLink href="/admin/webhooks/new" does="new webhook">
      New webhook
    </NewLink>
  );
  return (
    <MainArea>
      <PageHeading title="Webhooks" actions={create}>
        Developers: <TextLink href="/docs/guides/webhooks">webhook guide</TextLink>
      </PageHeading>
      {list.data.length === 0 ? (
        <EmptyState title="No webhooks." action={create}>
          A webhook notifies another system of changes.
        </EmptyState>
      ) : (
        <>
          {health.error ? (
            <FailedPart
              what="Webhook statistics"
              error={health.error}
              again="/admin/webhooks"
              rest="The list is complete, but failed and held deliveries are not counted."
              className="mb-4"
            />
          ) : null}
          <WebhookList webhooks={list.data} facts={health.value?.data ?? []} />
        </>
      )}
    </MainArea>
  );
});
