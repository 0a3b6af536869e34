import { SCOPES } from './scopes';
import type { Actor, Context, Transport } from './context';
import { newId, showId } from './ids';

/** The service itself, within one organization: operator's tool, intake, seed. */
export function systemActor(orgId: string): Actor {
  return { kind: 'system', id: null, orgId, scopes: new Set(SCOPES), role: 'admin' };
}

export function systemContext(orgId: string, transport: Transport): Context {
  return { actor: systemActor(orgId), transport, requestId: showId('request', newId()), ip: null };
}
