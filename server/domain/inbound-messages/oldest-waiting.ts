import { queryNamed } from '../../db/prepared';
import { asWorker } from '../../db/transaction';
import { CONNECTIONS_IN_QUEUE } from './queue';

export interface OldestWaiting {
  /** UUIDs of organization and connection. */
  orgId: string;
  connectionId: string;
  receivedAt: Date;
  /** Setting of the connection: an older message raises an alarm. */
  limitMinutes: number;
}

/**
 * One per connection with unprocessed messages. Omits suspended organizations, whose messages are kept waiting on
 * purpose.
 */
export function listOldestWaiting(): Promise<OldestWaiting[]> {
  return asWorker((tx) => queryNamed(tx, OLDEST));
}

const OLDEST = {
  name: 'intake_oldest_waiting',
  text: `
  with recursive ${CONNECTIONS_IN_QUEUE}
  select c.org_id as "orgId", c.connection_id as "connectionId", h.received_at as "receivedAt",
    l.waiting_minutes as "limitMinutes"
  from connections c
  join organizations o on o.id = c.org_id and o.suspended_at is null
  join lab_connections l on l.org_id = c.org_id and l.id = c.connection_id
  cross join lateral (
    select m.received_at from inbound_messages m
    where m.org_id = c.org_id and m.connection_id = c.connection_id and m.state = 'received'
    order by m."position" limit 1) h`,
};
