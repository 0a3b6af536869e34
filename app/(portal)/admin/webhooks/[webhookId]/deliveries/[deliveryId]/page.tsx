import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { DELIVERY_STATUS_WORDS } from '@/server/domain/webhooks/rules';
import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { PROBLEM_STATUSES } from '@/components/admin/webhooks/delivery-list';
import { AttemptList } from '@/components/admin/webhooks/attempt-list';
import { RequestSent } from '@/components/admin/webhooks/request-sent';
import { Redeliver } from '@/components/admin/webhooks/webhook-actions';

export const metadata: Metadata = { title: 'Delivery' };

interface DeliveryPageProps {
  params: Promise<{ webhookId: string; deliveryId: string }>;
}

export default adminPage(async ({ caller, format }, { params }: DeliveryPageProps) => {
  const { webhookId, deliveryId } = await params;
  const delivery = await orNotFound(caller.webhooks.getDelivery({ id: webhookId, delivery_id: deliveryId }));
  const next = delivery.next_attempt_at;
  return (
    <MainArea>
      <PageHeading
        title={delivery.event_type}
        actions={delivery.status === 'pending' ? null : <Redeliver delivery={delivery} weight="secondary" />}
      >
        <TextLink href={`/admin/webhooks/${webhookId}`}>All deliveries</TextLink>
      </PageHeading>
      <p className="mb-5">
        <strong className={PROBLEM_STATUSES.has(delivery.status) ? 'text-abnormal' : ''}>
          {DELIVERY_STATUS_WORDS[delivery.status]}.
        </strong>{' '}
        Created {format.instant(delivery.created_at, 'second')}
        {delivery.manual ? ', resent manually' : ''}.{next ? ` Next attempt ${format.instant(next)}.` : ''}
      </p>
      <AttemptList attempts={delivery.attempts} />
      <RequestSent delivery={delivery} />
    </MainArea>
  );
});
