import { Fragment } from 'react';
import { useFormat } from '#format';
import type { Webhook, WebhookHealth } from '@/server/domain/webhooks/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { subscriptionWords } from './event-words';
import { HealthWord } from './health-word';
import { healthOf } from './health';

interface WebhookListProps {
  webhooks: readonly Webhook[];
  facts: readonly WebhookHealth[];
}

export function WebhookList({ webhooks, facts }: WebhookListProps) {
  const format = useFormat();
  return (
    <DataTable caption="Webhooks" columns={['URL', 'Events', 'Status']}>
      {webhooks.map((webhook) => {
        const health = healthOf(
          webhook,
          [],
          format,
          facts.find(({ id }) => id === webhook.id),
        );
        return (
          <Row key={webhook.id}>
            <RowHead className="wrap-anywhere">
              <TextLink href={`/admin/webhooks/${webhook.id}`}>{webhook.url}</TextLink>
              {webhook.description ? (
                <span className="block text-sm font-normal text-ink-2">{webhook.description}</span>
              ) : null}
            </RowHead>
            <Cell label="Events">{subscriptionWords(webhook.events)}</Cell>
            <Cell label="Status">
              <HealthWord health={health} />{' '}
              {/* Lines break between sentences, not at the hyphens of a date. */}
              <span className="text-sm text-ink-2">
                {health.sentence.split(/(?<=\.) /).map((sentence) => (
                  <Fragment key={sentence}>
                    <span className="inline-block">{sentence}</span>{' '}
                  </Fragment>
                ))}
              </span>
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
