import type { EventType } from '../../events/catalogue';
import type { EventObject } from '../../events/emit';
import { addressIn, sampleEvent, shapeOfEvent } from '../events/rules';
import { showId } from '../shared/ids';

/**
 * A made-up event of a type, shaped like a real one. Its object and patient carry the id of the webhook, which no
 * patient, order, result or document can have: whoever follows the address finds nothing, and nobody's data.
 */

/** @param webhookId `uuid` */
export function sampleOf(type: EventType, webhookId: string): { type: EventType; object: EventObject } {
  const { kind, path, patient } = shapeOfEvent(type);
  const { status, severity } = sampleEvent(type).data.object;
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
    },
  };
}
