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
  ...days(),
});

type MessageQuery = ReturnType<typeof messageFilter.read>;

/** Days of the organization's time zone become instants. */
export const messageInput = ({ connection, control, state, ...range }: MessageQuery, format: Format) => ({
  connection_id: connection,
  control_id: control,
  state,
  ...instantsOf(range, format),
});
