import { z } from 'zod';
import { instant, ref } from '../../data-types/contract-parts';
import { MESSAGE_STATES } from '../../data-types/inbound-message-codes';
import { CONNECTION_PROBLEMS, TRANSPORTS } from '../../data-types/lab-connection-codes';

/** Health of the laboratory feeds. Portal only. */

export const getFeedHealthInput = z.strictObject({ connection_id: ref('lab').optional() });

const feed = z.strictObject({
  id: ref('lab'),
  name: z.string(),
  transport: z.enum(TRANSPORTS),
  enabled: z.boolean(),
  last_message_at: instant.nullable(),
  last_problem: z.enum(CONNECTION_PROBLEMS).nullable(),
  last_problem_at: instant.nullable(),
  silence_hours: z.number().int().nullable(),
  /** When the alarm started; null without an alarm. */
  silent_since: instant.nullable(),
  /** Accepted but unprocessed. */
  waiting: z.number().int(),
  waiting_since: instant.nullable(),
  waiting_message_id: ref('msg').nullable(),
  /** Setting: the alarm is raised once the oldest message is unprocessed for longer. */
  waiting_minutes: z.number().int(),
  /** MLLP: sockets rejected because all were in use, since the connection was created. */
  refused_connections: z.number().int(),
  /** Failed three times or set aside, and not run again. */
  parked: z.number().int(),
  /** Messages of the last 24 hours by state; states without messages are omitted. */
  day: z.partialRecord(z.enum(MESSAGE_STATES), z.number().int()),
  unmapped: z.number().int(),
  /** Orders and cancellations that are not sent; null without a destination for orders. */
  orders: z
    .strictObject({ paused: z.boolean(), queued: z.number().int(), queued_since: instant.nullable() })
    .nullable(),
});

export const feedHealth = z.strictObject({ as_of: instant, feeds: z.array(feed) });

export type GetFeedHealthInput = z.output<typeof getFeedHealthInput>;
export type Feed = z.output<typeof feed>;
export type FeedHealth = z.output<typeof feedHealth>;
