import type { Context } from '../../shared/context';
import { notFound, readId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { readObservations, type FiledObservation, type ObservationId } from './list-observations';

/** One line or panel of a report. @throws DomainError `not_found` */
export function getObservation(ctx: Context, input: ObservationId): Promise<FiledObservation> {
  return perform(ctx, { action: 'get_observation', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const { data, patientIds } = await readObservations(tx, ctx, { limit: 1, ids: [[input]] });
    if (!data[0]) throw notFound();
    return {
      output: data[0],
      audit: {
        objectKind: 'lab_result',
        objectId: readId('lab_result', data[0].report.id)!,
        patientIds,
        detail: { version: data[0].report.version },
      },
    };
  });
}
