/** What the address of the list of messages asks for. */
import { MESSAGE_STATES, type MessageState } from '@/server/domain/inbound-messages/rules';
import { instantsOf, readDays, type DayRange } from '../format/day-range';

export interface MessageQuery extends DayRange {
  connection: string | undefined;
  state: MessageState | undefined;
}

const CONNECTION = /^lab_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Values that mean nothing are left out: the page shows what remains, and the form says what that is. */
export function readMessageQuery(given: (name: string) => string | undefined): MessageQuery {
  const connection = given('connection');
  const state = given('state');
  return {
    connection: connection && CONNECTION.test(connection) ? connection : undefined,
    state: MESSAGE_STATES.find((one) => one === state),
    ...readDays(given),
  };
}

/** The same for the interface. */
export function messageFilters({ connection, state, ...days }: MessageQuery, zone: string) {
  return {
    ...(connection ? { connection_id: connection } : {}),
    ...(state ? { state } : {}),
    ...instantsOf(days, zone),
  };
}
