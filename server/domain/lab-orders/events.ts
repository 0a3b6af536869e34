import type { EventType } from '../../events/catalog';
import type { EventInput } from '../../events/emit';
import { showId } from '../../shared/ids';
import type { OrderRow } from './access';

/** Event for the order after the change. Pass `sequence` if one change writes two events. */
export function orderEvent(
  type: EventType,
  row: OrderRow,
  extra: Partial<Pick<EventInput, 'changedFields' | 'previous' | 'sequence'>> = {},
): EventInput {
  return {
    type,
    object: {
      kind: 'lab_order',
      id: row.id,
      version: row.version,
      status: row.status,
      href: `/v1/labs/orders/${showId('lab_order', row.id)}`,
      patientId: row.patientId,
    },
    sequence: row.sequence,
    ...extra,
  };
}
