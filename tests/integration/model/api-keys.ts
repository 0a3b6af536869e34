import fc from 'fast-check';
import type { Scope } from '../../../server/shared/scopes';
import { newId, showId } from '../../../server/shared/ids';
import { target, who } from './arbitraries';
import { listedPatients, mayRevoke, mayUse, type Key, type Model, type Who } from './model';
import { find, same, settle, type Target } from './settle';
import type { World } from './world';

/** API keys: created and revoked in the portal, used at `/v1`. */

export type KeyStep =
  | { do: 'createKey'; as: Who; scopes: Scope[] }
  | { do: 'revokeKey'; as: Who; key: Target }
  | { do: 'useKey'; as: Who; at: number; write: boolean };

const used = fc.record({
  do: fc.constant('useKey' as const),
  as: who,
  at: fc.nat({ max: 5 }),
  write: fc.boolean(),
});

export const keySteps: fc.Arbitrary<KeyStep>[] = [
  fc.record({
    do: fc.constant('createKey' as const),
    as: who,
    scopes: fc.constantFrom<Scope[]>(['patients:read'], ['patients:read', 'patients:write']),
  }),
  fc.record({ do: fc.constant('revokeKey' as const), as: who, key: target }),
  used,
];

export async function doKeys(model: Model, world: World, step: KeyStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'createKey') {
    const { scopes } = step;
    const reply = await world.portal(as, ({ apiKeys }) => apiKeys.createApiKey({ name: 'Model', scopes }));
    settle(org, reply, { action: 'create_api_key', verdict: [], patients: [] });
    const made = reply.json as { id: string; key: string };
    org.keys.push({ id: made.id, secret: made.key, scopes, revoked: false });
  } else if (step.do === 'revokeKey') {
    const { thing, id } = find(model, as, step.key, 'api_key', ({ keys }) => keys);
    const reply = await world.portal(as, ({ apiKeys }) => apiKeys.revokeApiKey({ id }));
    if (!settle(org, reply, { action: 'revoke_api_key', verdict: mayRevoke(thing), patients: [] })) return;
    thing!.revoked = true;
    same(reply.json, { id }, 'revoked key');
    // The next request with it must already be rejected.
    await tryKey(model, world, as, { key: thing!, write: false });
  } else {
    const key = org.keys[step.at % Math.max(org.keys.length, 1)];
    if (key) await tryKey(model, world, as, { key, write: step.write });
  }
}

async function tryKey(
  model: Model,
  world: World,
  as: Who,
  { key, write }: { key: Key; write: boolean },
): Promise<void> {
  const org = model.orgs[as];
  if (write) {
    const verdict = mayUse(key, 'patients:write');
    const reply = await world.rest(as, 'DELETE', `/v1/patients/${showId('patient', newId())}`, { key });
    settle(org, reply, {
      action: 'delete_patient',
      verdict: verdict.length > 0 ? verdict : ['not_found'],
      patients: [],
    });
    return;
  }
  const shown = listedPatients(org).map(({ id }) => id);
  const reply = await world.rest(as, 'GET', '/v1/patients?limit=100', { key });
  const asked = { action: 'list_patients', verdict: mayUse(key, 'patients:read'), patients: shown };
  if (!settle(org, reply, asked)) return;
  const listed = (reply.json as { data: { id: string }[] }).data.map(({ id }) => id);
  same({ ids: listed }, { ids: shown }, 'list');
}
