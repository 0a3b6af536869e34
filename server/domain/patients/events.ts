import type { EventInput } from '../../events/emit';
import type { EventType } from '../../events/catalog';
import { showId } from '../../shared/ids';
import type { PatientRow } from './access';

export function patientEvent(
  type: EventType,
  row: PatientRow,
  { survivorId, ...extra }: Pick<EventInput, 'changedFields' | 'previous'> & { survivorId?: string } = {},
): EventInput {
  return {
    type,
    object: {
      kind: 'patient',
      id: row.id,
      version: row.version,
      status: row.status,
      href: `/v1/patients/${showId('patient', row.id)}`,
      patientId: row.id,
      ...(survivorId ? { survivorId } : {}),
    },
    sequence: row.sequence,
    ...extra,
  };
}
