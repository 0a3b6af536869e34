import { queryNamed } from '../../db/prepared';
import { asWorker } from '../../db/transaction';
import type { ORDER_TRANSPORTS } from '../../data-types/transmission-codes';

export interface OrderQueue {
  /** `uuid` */
  connectionId: string;
  transport: (typeof ORDER_TRANSPORTS)[number];
  paused: boolean;
  queued: number;
  oldestAt: Date;
}

/** One per destination with queued messages. Omits suspended organizations, whose messages wait on purpose. */
export function listQueues(): Promise<OrderQueue[]> {
  return asWorker((tx) => queryNamed(tx, QUEUES));
}

const QUEUES = {
  name: 'order_queues',
  text: `
  select d.connection_id as "connectionId", d.transport, d.paused, q.queued, q.oldest as "oldestAt"
  from order_destinations d
  join organizations o on o.id = d.org_id and o.suspended_at is null
  cross join lateral (
    select count(*)::int as queued, min(m.created_at) as oldest from outbound_messages m
    where m.org_id = d.org_id and m.connection_id = d.connection_id and m.status = 'queued') q
  where q.queued > 0`,
};

/** Attempts of this process by outcome. Its two module graphs share them in `globalThis`, whose type has no such member. */
const slot = Symbol.for('clinical.orderAttempts');
const holder = globalThis as unknown as { [slot]?: Record<AttemptOutcome, number> };

export const ATTEMPT_OUTCOMES = ['sent', 'accepted', 'rejected', 'failed'] as const;
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const attemptCounts = (): Record<AttemptOutcome, number> =>
  (holder[slot] ??= { sent: 0, accepted: 0, rejected: 0, failed: 0 });

export const countAttempt = (outcome: AttemptOutcome): void => void attemptCounts()[outcome]++;
