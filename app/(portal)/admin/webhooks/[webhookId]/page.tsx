import type { Metadata } from 'next';
import { load, orFirstPage, orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { dayProblems } from '@/components/format/day-range';
import { InvalidDays } from '@/components/ui/invalid-days';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { deliveryFilter, deliveryInput } from '@/components/admin/webhooks/delivery-filter';
import { DeliveryList } from '@/components/admin/webhooks/delivery-list';
import { subscriptionWords } from '@/components/admin/webhooks/event-words';
import { EditWebhook } from '@/components/admin/webhooks/edit-webhook';
import { healthOf } from '@/components/admin/webhooks/health';
import { HealthWord } from '@/components/admin/webhooks/health-word';
import { SendSample } from '@/components/admin/webhooks/send-sample';
import { WebhookActions } from '@/components/admin/webhooks/webhook-actions';
import { webhookName } from '@/components/admin/webhooks/webhook-name';
import { WebhookSecrets } from '@/components/admin/webhooks/webhook-secrets';
import { WeekStrip } from '@/components/admin/webhooks/week-strip';
import { rulesForTyping } from '@/server/domain/webhooks/typed-rules';
import { DELIVERY_DAYS } from '@/server/domain/organizations/rules';

export const metadata: Metadata = { title: 'Webhook' };

interface WebhookPageProps {
  params: Promise<{ webhookId: string }>;
  searchParams: Promise<Query>;
}

export default adminPage(
  'get_webhook',
  async ({ caller, format }, { params, searchParams }: WebhookPageProps) => {
    const [{ webhookId }, given] = await Promise.all([params, searchParams]);
    const cursor = queryParam(given, 'cursor');
    const value = (name: string) => queryParam(given, name);
    const query = deliveryFilter.read(value);
    const problems = dayProblems(value);
    const path = `/admin/webhooks/${encodeURIComponent(webhookId)}`;
    const webhook = await orNotFound(caller.webhooks.getWebhook({ id: webhookId }));
    const [facts, deliveries] = await Promise.all([
      load(caller.webhooks.listWebhookHealth({ webhook_id: webhookId })),
      problems
        ? null
        : load(
            orFirstPage(
              caller.webhooks.listDeliveries({
                id: webhookId,
                limit: 25,
                ...deliveryInput(query, format),
                ...(cursor ? { cursor } : {}),
              }),
              hrefOf(path, query),
            ),
          ),
    ]);
    const mine = facts.value?.data[0];
    const health = healthOf(webhook, deliveries?.value?.data ?? [], format, mine);
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/webhooks', label: 'Webhooks', record: 'webhook' }}
          title={webhookName(webhook.url)}
          actions={
            <WebhookActions
              webhook={{ id: webhook.id, url: webhook.url, enabled: webhook.enabled }}
              held={mine?.held ?? 0}
            />
          }
        >
          {webhook.description}
        </PageHeading>
        <p className="mb-5">
          <HealthWord health={health} /> {health.sentence}
        </p>
        <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
          <div>
            <dt className="text-sm text-ink-2">URL</dt>
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
        {mine ? <WeekStrip days={mine.days} recent={mine.recent} /> : null}
        {facts.error ? (
          <FailedPart
            what="Statistics and signing secrets"
            error={facts.error}
            again={path}
            className="mb-8"
          />
        ) : null}
        <SectionHeading title="Deliveries" />
        <deliveryFilter.Form path={`/admin/webhooks/${webhook.id}`} query={query} problems={problems} />
        {deliveries === null ? (
          <InvalidDays />
        ) : deliveries.error ? (
          <FailedPart what="Deliveries" error={deliveries.error} again={path} />
        ) : deliveries.value.data.length > 0 ? (
          <DeliveryList deliveries={deliveries.value.data} enabled={webhook.enabled} />
        ) : deliveryFilter.isActive(query) ? (
          <EmptyState title="No deliveries match.">
            Deliveries are kept for at least {DELIVERY_DAYS.least} days.
          </EmptyState>
        ) : (
          <EmptyState title="No deliveries yet.">
            Deliveries appear here when a selected event occurs.
          </EmptyState>
        )}
        {deliveries?.value ? (
          <Pager
            path={`/admin/webhooks/${webhook.id}`}
            query={query}
            next={deliveries.value.next_cursor}
            isFirst={!cursor}
          />
        ) : null}
        <div className="mt-10">
          {webhook.enabled ? (
            <Fold title="Test with another event">
              <SendSample id={webhook.id} />
            </Fold>
          ) : null}
          <Fold id="edit" title="Edit webhook" state="URL, events, description">
            <EditWebhook webhook={webhook} rules={rulesForTyping()} />
          </Fold>
          {mine ? (
            <Fold title="Rotate the signing secret">
              <WebhookSecrets id={webhook.id} url={webhook.url} secrets={mine.secrets} />
            </Fold>
          ) : null}
        </div>
      </MainArea>
    );
  },
);
