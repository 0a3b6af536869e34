import { useFormat } from '#format';
import type { FeedHealth } from '@/server/domain/lab-connections/health-contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { HealthWord } from '../webhooks/health-word';
import { TRANSPORT_WORDS } from './connection-words';
import { DayCounts } from './day-counts';
import { feedState } from './feed-health';

export function ConnectionList({ health }: { health: FeedHealth }) {
  const format = useFormat();
  const now = Date.parse(health.as_of);
  return (
    <DataTable caption="Connections" columns={['Connection', 'Status', 'Messages']}>
      {health.feeds.map((feed) => {
        const state = feedState(feed, format, now);
        return (
          <Row key={feed.id}>
            <RowHead className="wrap-anywhere">
              <TextLink href={`/admin/lab-connections/${feed.id}`}>{feed.name}</TextLink>
              <span className="block text-sm font-normal text-ink-2">
                {TRANSPORT_WORDS[feed.transport].label}
              </span>
            </RowHead>
            <Cell label="Status">
              <HealthWord health={state} /> <span className="text-sm text-ink-2">{state.sentence}</span>
              {feed.orders && (feed.orders.paused || state.word === 'Orders not sent') ? (
                <TextLink href={`/admin/lab-connections/${feed.id}/orders`} className="block text-sm">
                  Sending of orders
                </TextLink>
              ) : null}
            </Cell>
            <Cell label="Messages">
              <DayCounts feed={feed} />
              {feed.unmapped > 0 ? (
                <TextLink
                  href={`/admin/lab-connections/codes?connection=${feed.id}`}
                  className="block text-abnormal"
                >
                  {count(feed.unmapped, 'code')} not mapped
                </TextLink>
              ) : null}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
