import type { EventType } from '../../events/catalog';
import type { EventObject } from '../../events/emit';
import { addressIn, sampleEvent, shapeOfEvent } from '../events/rules';
import { showId } from '../../shared/ids';

/**
 * A sample event shaped like a real one. Object and patient IDs contain the webhook's UUID, which no patient, order,
 * result or document can have, so that they never resolve.
 */

/** @param webhookId UUID */
export function sampleOf(type: EventType, webhookId: string): { type: EventType; object: EventObject } {
  const { kind, path, patient } = shapeOfEvent(type);
  const { status, severity, survivor_id: survivor, reviewer_id: reviewer } = sampleEvent(type).data.object;
  return {
    type,
    object: {
      kind,
      id: webhookId,
      version: 1,
      status,
      href: addressIn(path, showId(kind, webhookId)),
      patientId: patient ? webhookId : null,
      ...(severity === undefined ? {} : { severity }),
      ...(survivor === undefined ? {} : { survivorId: webhookId }),
      ...(reviewer === undefined ? {} : { reviewerId: webhookId }),
    },
  };
}
