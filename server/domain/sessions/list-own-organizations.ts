import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { factorStateAt, ownPlaces, presentOwn } from './access';
import type { OwnOrganizationList, OwnOrganizationView } from './contract';

export function listOwnOrganizations(ctx: Context): Promise<OwnOrganizationList> {
  return perform(ctx, { action: 'list_own_organizations', kind: 'list', peopleOnly: true }, async (tx) => {
    const places = await ownPlaces(tx, ctx);
    const data: OwnOrganizationView[] = [];
    for (const place of places)
      data.push(presentOwn(place, await factorStateAt(tx, ctx, place), place.id === ctx.actor.orgId));
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'organization', detail: { count: data.length } },
    };
  });
}
