import { Fragment } from 'react';
import { useFormat } from '#format';
import type { Webhook, WebhookHealth } from '@/server/domain/webhooks/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Missing } from '../../ui/missing';
import { TextLink } from '../../ui/text-link';
import { subscriptionWords } from './event-words';
import { HealthWord } from './health-word';
import { healthOf, lastDelivery, rateWords } from './health';

interface WebhookListProps {
  webhooks: readonly Webhook[];
  facts: readonly WebhookHealth[];
}

export function WebhookList({ webhooks, facts }: WebhookListProps) {
  const format = useFormat();
  return (
    <DataTable caption="Webhooks" columns={['URL', 'Events', 'Status', 'Last delivery', 'Success rate']}>
      {webhooks.map((webhook) => {
        const mine = facts.find(({ id }) => id === webhook.id);
        const health = healthOf(webhook, [], format, mine);
        const last = lastDelivery(webhook);
        return (
          <Row key={webhook.id}>
            <RowHead className="wrap-anywhere md:min-w-64">
              <TextLink href={`/admin/webhooks/${webhook.id}`}>{webhook.url}</TextLink>
              {webhook.description ? (
                <span className="block text-sm font-normal text-ink-2">{webhook.description}</span>
              ) : null}
            </RowHead>
            <Cell label="Events">{subscriptionWords(webhook.events)}</Cell>
            <Cell label="Status">
              <HealthWord health={health} /> {/* Of others, the columns on the right say the same. */}
              {health.hasProblem || health.word === 'Last test delivered' || webhook.status === 'disabled' ? (
                // Lines break at full stops and commas, not at the hyphens of a date.
                <span className="text-sm text-ink-2">
                  {health.sentence.split(/(?<=[.,]) /).map((part) => (
                    <Fragment key={part}>
                      <span className="inline-block">{part}</span>{' '}
                    </Fragment>
                  ))}
                </span>
              ) : null}
            </Cell>
            <Cell label="Last delivery" className="md:whitespace-nowrap">
              {last ? (
                <>
                  <span className={last.failed ? 'font-semibold text-abnormal' : ''}>
                    {last.failed ? 'Failed' : 'Delivered'}
                  </span>
                  <span className="text-sm text-ink-2 md:block"> {format.instant(last.at)}</span>
                </>
              ) : (
                <Missing words="None yet" />
              )}
            </Cell>
            <Cell label="Success rate" className="md:whitespace-nowrap">
              {mine ? <SuccessRate recent={mine.recent} /> : <Missing />}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}

function SuccessRate({ recent }: Pick<WebhookHealth, 'recent'>) {
  const words = recent && rateWords(recent);
  if (!words) return <Missing words="None in 7 days" />;
  return (
    <>
      {words.rate}
      <span className="text-sm text-ink-2 md:block"> {words.of}</span>
    </>
  );
}
