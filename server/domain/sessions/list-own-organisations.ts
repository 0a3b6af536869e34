import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { factorStateAt, ownPlaces, presentOwn } from './access';
import type { OwnOrganisationList, OwnOrganisationView } from './contract';

export function listOwnOrganisations(ctx: Context): Promise<OwnOrganisationList> {
  return perform(ctx, { action: 'list_own_organisations', kind: 'list', peopleOnly: true }, async (tx) => {
    const places = await ownPlaces(tx, ctx);
    const data: OwnOrganisationView[] = [];
    for (const place of places)
      data.push(presentOwn(place, await factorStateAt(tx, ctx, place), place.id === ctx.actor.orgId));
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'organisation', detail: { count: data.length } },
    };
  });
}
