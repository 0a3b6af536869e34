import { MESSAGE_STATES, type MessageState } from '@/server/data-types/inbound-message-codes';
import { MAX_FACT } from '@/server/domain/inbound-messages/rules';
import { instantsOf } from '../../format/day-range';
import { choice, days, defineFilter, text } from '../../ui/filter';
import { connectionChoice } from './connection-choice';
import { MESSAGE_WORDS } from './message-words';
import type { Format } from '../../format/format';

const STATES = {
  to_review: 'To review',
  // `Object.fromEntries` returns any key.
  ...(Object.fromEntries(MESSAGE_STATES.map((state) => [state, MESSAGE_WORDS[state].word])) as Record<
    MessageState,
    string
  >),
};

export const messageFilter = defineFilter({
  connection: connectionChoice,
  control: text('Control ID (exact)', 'control ID', MAX_FACT),
  state: choice(STATES, { label: 'Status', all: 'All' }),
  period: choice({ day: 'Last 24 hours' }, { label: 'Period', all: 'All' }),
  ...days(),
});

type MessageQuery = ReturnType<typeof messageFilter.read>;

const DAY_MS = 24 * 3_600_000;

/** Days of the organization's time zone become instants. The first day of a range replaces the period. */
export const messageInput = (
  { connection, control, state, period, ...range }: MessageQuery,
  format: Format,
  now: number,
) => ({
  connection_id: connection,
  control_id: control,
  state,
  ...(period ? { since: new Date(now - DAY_MS).toISOString() } : {}),
  ...instantsOf(range, format),
});
