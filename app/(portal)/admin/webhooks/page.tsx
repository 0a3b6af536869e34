import type { Metadata } from 'next';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { WebhookList } from '@/components/admin/webhooks/webhook-list';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage() {
  const { caller, mayAdminister } = await getPageContext();
  const [list, health] = mayAdminister
    ? await Promise.all([
        caller.webhooks.listWebhooks({ limit: 100 }),
        load(caller.webhooks.listWebhookHealth({})),
      ])
    : [null, null];
  const create = (
    <NewLink href="/admin/webhooks/new" does="new webhook">
      New webhook
    </NewLink>
  );
  return (
    <MainArea>
      <PageHeading title="Webhooks" actions={list ? create : null}>
        For who builds the receiver: <TextLink href="/docs/guides/webhooks">how webhooks work</TextLink>
      </PageHeading>
      {!list ? (
        <NotAllowed what="manage webhooks" />
      ) : list.data.length === 0 ? (
        <EmptyState title="No webhooks." action={create}>
          Partners learn of results only by polling until you add one.
        </EmptyState>
      ) : (
        <>
          {health.error ? (
            <FailedPart
              what="What was counted in the last 7 days"
              error={health.error}
              again="/admin/webhooks"
              rest="The list is complete; messages that were given up or are held are not told."
              className="mb-4"
            />
          ) : null}
          <WebhookList webhooks={list.data} facts={health.value?.data ?? []} />
        </>
      )}
    </MainArea>
  );
}
