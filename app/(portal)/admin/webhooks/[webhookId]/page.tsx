import type { Metadata } from 'next';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorPanel } from '@/components/ui/error-panel';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { DeliveryList } from '@/components/webhooks/delivery-list';
import { subscriptionWords } from '@/components/webhooks/event-words';
import { healthOf } from '@/components/webhooks/health';
import { HealthWord } from '@/components/webhooks/health-word';
import { WebhookActions } from '@/components/webhooks/webhook-actions';
import { one, openPortal, orFirstPage, orNotFound, settle, type Query } from '../../../open-portal';

export const metadata: Metadata = { title: 'Webhook · Clinical Data Service' };

interface WebhookPageProps {
  params: Promise<{ webhookId: string }>;
  searchParams: Promise<Query>;
}

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const [{ webhookId }, query] = await Promise.all([params, searchParams]);
  const { caller, zone, mayAdminister } = await openPortal();
  if (!mayAdminister) {
    return (
      <MainArea>
        <PageHeading title="Webhook" />
        <NotAllowed what="manage webhooks" />
      </MainArea>
    );
  }
  const cursor = one(query, 'cursor');
  const [webhook, deliveries] = await Promise.all([
    orNotFound(caller.webhooks.getWebhook({ id: webhookId })),
    settle(
      orFirstPage(
        caller.webhooks.listDeliveries({ webhook_id: webhookId, limit: 25, ...(cursor ? { cursor } : {}) }),
        `/admin/webhooks/${encodeURIComponent(webhookId)}`,
      ),
    ),
  ]);
  const health = healthOf(webhook, deliveries.value?.data ?? [], zone);
  return (
    <MainArea>
      <PageHeading
        title={new URL(webhook.url).host}
        actions={<WebhookActions webhook={{ id: webhook.id, url: webhook.url, enabled: webhook.enabled }} />}
      >
        {webhook.description}
      </PageHeading>
      <p className="mb-5">
        <HealthWord health={health} /> {health.sentence}
      </p>
      <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
        <div>
          <dt className="text-sm text-ink-2">Address</dt>
          <dd className="wrap-anywhere">{webhook.url}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">Events</dt>
          <dd className="wrap-anywhere">{subscriptionWords(webhook.events)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">Signing secret</dt>
          <dd>
            ends in <code className="font-mono">{webhook.secret_hint}</code>
          </dd>
        </div>
      </dl>
      <SectionHeading title="Recent deliveries" />
      {deliveries.error ? (
        <ErrorPanel
          title="Deliveries could not be loaded."
          detail={deliveries.error.sentence}
          requestId={deliveries.error.requestId}
        />
      ) : deliveries.value.data.length === 0 ? (
        <EmptyState title="No deliveries yet.">The first one appears when a chosen event happens.</EmptyState>
      ) : (
        <DeliveryList deliveries={deliveries.value.data} zone={zone} />
      )}
      {deliveries.value ? (
        <Pager
          path={`/admin/webhooks/${webhook.id}`}
          query={{}}
          next={deliveries.value.next_cursor}
          isFirst={!cursor}
        />
      ) : null}
    </MainArea>
  );
}
