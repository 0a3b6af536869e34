import { OUTBOUND_STATUSES, type OutboundStatus } from '@/server/data-types/transmission-codes';
import type { Format } from '../../format/format';
import { instantsOf } from '../../format/day-range';
import { choice, days, defineFilter, text } from '../../ui/filter';
import { connectionChoice } from './connection-choice';
import { OUTBOUND_WORDS } from './destination-words';

const STATUSES = Object.fromEntries(OUTBOUND_STATUSES.map((status) => [status, OUTBOUND_WORDS[status]]));

export const outboundFilter = defineFilter({
  connection: connectionChoice,
  about: text('Control ID or order number', 'about', 100),
  status: choice(STATUSES as Record<OutboundStatus, string>, { label: 'Status', all: 'All' }),
  ...days(),
});

/** Days of the organization's time zone become instants. */
export const outboundInput = (
  { connection, about, status, ...range }: ReturnType<typeof outboundFilter.read>,
  format: Format,
) => ({ connection_id: connection, about, status, ...instantsOf(range, format) });
