import { useFormat } from '#format';
import type { SecurityEventList as List } from '@/server/domain/audit-log/contract';
import { count } from '../../format/numbers';
import { knownValue } from '../../format/words';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { SECURITY_EVENTS } from './security-event-filter';

export function SecurityEventList({ events }: { events: List['data'] }) {
  const format = useFormat();
  return (
    <DataTable caption="Security events" columns={['Time', 'User', 'Event', 'Source']}>
      {events.map((event) => (
        <Row key={`${event.at} ${event.ip} ${event.code} ${event.who.id}`}>
          <RowHead className="whitespace-nowrap">
            <time dateTime={event.at}>{format.instant(event.at)}</time>
          </RowHead>
          <Cell label="User">{event.who.name}</Cell>
          <Cell label="Event">
            {sentence(event.code)}
            {event.count > 1 ? (
              <span className="block text-sm text-ink-2">{count(event.count, 'time')} in this minute</span>
            ) : null}
          </Cell>
          <Cell label="Source">
            {event.ip}
            <span className="block text-sm break-all text-ink-2">
              <code className="font-mono">{event.request_id}</code>
            </span>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function sentence(code: string): string {
  const known = knownValue(SECURITY_EVENTS, code);
  return known ? SECURITY_EVENTS[known] : code.replaceAll('_', ' ');
}
