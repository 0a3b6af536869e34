import { z } from 'zod';
import { instant, ref } from '../shared/contract-parts';
import { MESSAGE_STATES } from '../inbound-messages/rules';
import { CONNECTION_PROBLEMS, TRANSPORTS } from './rules';

/** How the laboratories' feeds are. Portal only. */

/** All connections, or one. */
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
  /** When the alarm began; null: there is none. */
  silent_since: instant.nullable(),
  /** Taken and not worked up yet, and since when. */
  waiting: z.number().int(),
  waiting_since: instant.nullable(),
  /** The oldest of them. */
  waiting_message_id: ref('msg').nullable(),
  /** Setting: an oldest message that has waited longer is an alarm. */
  waiting_minutes: z.number().int(),
  /** MLLP connections refused because all were in use, since the connection was created. */
  refused_connections: z.number().int(),
  /** Failed three times or set aside, and not run again. */
  parked: z.number().int(),
  /** Messages of the last 24 hours by state; a state without one is missing. */
  day: z.partialRecord(z.enum(MESSAGE_STATES), z.number().int()),
  /** Codes of tests that wait to be mapped. */
  unmapped: z.number().int(),
});

export const feedHealth = z.strictObject({ as_of: instant, feeds: z.array(feed) });

export type GetFeedHealthInput = z.output<typeof getFeedHealthInput>;
export type Feed = z.output<typeof feed>;
export type FeedHealth = z.output<typeof feedHealth>;
