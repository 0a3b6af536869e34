import type { EventInput } from '../../events/emit';
import { showId } from '../../shared/ids';
import type { ExportRow } from './access';

/** An export has one of these events, or none if it is canceled. */
export const exportEvent = (
  type: 'export.completed' | 'export.failed',
  { id, version, status }: Pick<ExportRow, 'id' | 'version' | 'status'>,
): EventInput => ({
  type,
  object: {
    kind: 'export',
    id,
    version,
    status,
    href: `/v1/exports/${showId('export', id)}`,
    patientId: null,
  },
  sequence: 1,
});
