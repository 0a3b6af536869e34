import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { AttemptList } from '@/components/admin/webhooks/attempt-list';
import { PROBLEM_STATUSES } from '@/components/admin/webhooks/delivery-list';
import { RequestSent } from '@/components/admin/webhooks/request-sent';
import { Redeliver } from '@/components/admin/webhooks/webhook-actions';
import { webhookName } from '@/components/admin/webhooks/webhook-name';
import { MainArea } from '@/components/shell/main-area';
import { Fact } from '@/components/ui/facts';
import { PageHeading } from '@/components/ui/page-heading';
import { DELIVERY_STATUS_WORDS } from '@/server/domain/webhooks/rules';

export const metadata: Metadata = { title: 'Delivery' };

interface DeliveryPageProps {
  params: Promise<{ webhookId: string; deliveryId: string }>;
}

export default adminPage('get_delivery', async ({ caller, format }, { params }: DeliveryPageProps) => {
  const { webhookId, deliveryId } = await params;
  const [delivery, webhook] = await Promise.all([
    orNotFound(caller.webhooks.getDelivery({ id: webhookId, delivery_id: deliveryId })),
    orNotFound(caller.webhooks.getWebhook({ id: webhookId })),
  ]);
  const next = delivery.next_attempt_at;
  return (
    <MainArea>
      <PageHeading
        parent={{ href: `/admin/webhooks/${webhook.id}`, label: webhookName(webhook.url) }}
        title={delivery.event_type}
        actions={
          webhook.enabled && delivery.status !== 'pending' ? (
            <Redeliver delivery={delivery} weight="secondary" />
          ) : null
        }
      />
      <dl className="mb-6 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Status">
          <strong className={PROBLEM_STATUSES.has(delivery.status) ? 'text-abnormal' : ''}>
            {DELIVERY_STATUS_WORDS[delivery.status]}
          </strong>
          {next ? (
            <span className="block text-sm text-ink-2">Next attempt {format.instant(next, 'second')}</span>
          ) : null}
        </Fact>
        <Fact label="Created">
          {format.instant(delivery.created_at, 'second')}
          {delivery.manual ? <span className="block text-sm text-ink-2">Resent manually</span> : null}
        </Fact>
        <Fact label="Webhook">{webhook.description ?? webhook.url}</Fact>
        <Fact label="Event ID">
          <code className="font-mono text-sm break-all">{delivery.event_id}</code>
        </Fact>
      </dl>
      <AttemptList {...delivery} />
      <RequestSent delivery={delivery} />
    </MainArea>
  );
});
