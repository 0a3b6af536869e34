import { SCOPES } from './scopes';
import type { Actor, Context, Door } from './context';
import { newId, showId } from './ids';

/** The service itself, within one organization: operator's tool, intake, seed. */
export function systemActor(orgId: string): Actor {
  return { kind: 'system', id: null, orgId, scopes: new Set(SCOPES), role: 'admin' };
}

export function systemContext(orgId: string, door: Door): Context {
  return { actor: systemActor(orgId), door, requestId: showId('request', newId()), ip: null };
}
