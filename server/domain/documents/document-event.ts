import type { EventInput } from '../../events/emit';
import { showId } from '../../shared/ids';
import type { DocumentRow } from './access';

/** Contains the ID and status of the document, never its content. */
export function documentEvent(
  row: DocumentRow,
  event: Pick<EventInput, 'type' | 'sequence' | 'changedFields' | 'previous'>,
): EventInput {
  return {
    ...event,
    object: {
      kind: 'document',
      id: row.id,
      version: row.version,
      status: row.status,
      href: `/v1/documents/${showId('document', row.id)}`,
      patientId: row.patientId,
    },
  };
}
