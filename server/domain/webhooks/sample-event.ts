import type { EventType } from '../../events/catalogue';
import type { EventObject } from '../../events/emit';
import { showId, type Kind } from '../ids';

/**
 * A made-up event of a type, shaped like a real one. Its object and patient carry the id of the webhook, which no
 * patient, order, result or document can have: whoever follows the address finds nothing, and nobody's data.
 */

const KIND: Record<string, Kind> = {
  patient: 'patient',
  lab_order: 'lab_order',
  lab_result: 'lab_result',
  document: 'document',
  catalog: 'catalog_test',
  webhook: 'webhook',
};

const STATUS: Partial<Record<Kind, string>> = {
  patient: 'active',
  lab_order: 'completed',
  lab_result: 'final',
  document: 'available',
  webhook: 'disabled',
};

const PATH: Partial<Record<Kind, string>> = {
  patient: '/v1/patients/',
  lab_order: '/v1/labs/orders/',
  lab_result: '/v1/labs/results/',
  document: '/v1/documents/',
};

/** @param webhookId `uuid` */
export function sampleOf(type: EventType, webhookId: string): { type: EventType; object: EventObject } {
  const kind = KIND[type.split('.')[0]!]!;
  // What fits no patient has none, and is not shown by `/v1`.
  const path = type.endsWith('.unmatched') ? undefined : PATH[kind];
  return {
    type,
    object: {
      kind,
      id: webhookId,
      version: 1,
      status: STATUS[kind] ?? null,
      href: path ? path + showId(kind, webhookId) : null,
      patientId: path ? webhookId : null,
      ...(type.endsWith('.critical') ? { severity: 'critical' } : {}),
    },
  };
}
