import { and, asc, eq, inArray } from 'drizzle-orm';
import { apiKeys, labConnections, memberships, oauthApps, users } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { readId, showId, type Kind } from '../../shared/ids';
import { caseless } from '../../shared/list-filters';
import { keyEnding } from '../api-keys/rules';

/** Names of `usr_…`, `key_…`, `app_…` and `lab_…` IDs, including former users and revoked keys. */
export async function namesOf(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const of = (kind: Kind) => [...new Set(ids.map((id) => readId(kind, id)).filter((id) => id !== null))];
  const [people, keys, apps, labs] = [of('user'), of('api_key'), of('oauth_app'), of('lab_connection')];
  const none = Promise.resolve([]);
  const [ofPeople, ofKeys, ofApps, ofLabs] = await together(
    people.length > 0
      ? tx
          .select({ id: users.id, name: users.name })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, people)))
      : none,
    keys.length > 0
      ? tx
          .select({ id: apiKeys.id, name: apiKeys.name })
          .from(apiKeys)
          .where(and(eq(apiKeys.orgId, orgId), inArray(apiKeys.id, keys)))
      : none,
    apps.length > 0
      ? tx
          .select({ id: oauthApps.id, name: oauthApps.name })
          .from(oauthApps)
          .where(and(eq(oauthApps.orgId, orgId), inArray(oauthApps.id, apps)))
      : none,
    labs.length > 0
      ? tx
          .select({ id: labConnections.id, name: labConnections.name })
          .from(labConnections)
          .where(and(eq(labConnections.orgId, orgId), inArray(labConnections.id, labs)))
      : none,
  );
  const names = (kind: Kind, rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }): [string, string] => [showId(kind, id), name]);
  return new Map([
    ...names('user', ofPeople),
    ...names('api_key', ofKeys),
    ...names('oauth_app', ofApps),
    ...names('lab_connection', ofLabs),
  ]);
}

/** Limit of the filter's options; a row of the list gives access to the others. */
const MOST = 200;

type NamedRow = { id: string; name: string };

/** Everyone who may have acted in the organization, by name. */
export async function allActors(
  tx: Tx,
  orgId: string,
): Promise<Record<'people' | 'keys' | 'apps' | 'connections', NamedRow[]>> {
  const [people, keys, apps, connections] = await together(
    tx
      .select({ id: users.id, name: users.name })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.orgId, orgId))
      .orderBy(asc(caseless(users.name)), asc(users.id))
      .limit(MOST),
    tx
      .select({ id: apiKeys.id, name: apiKeys.name, stub: apiKeys.stub })
      .from(apiKeys)
      .where(eq(apiKeys.orgId, orgId))
      .orderBy(asc(caseless(apiKeys.name)), asc(apiKeys.id))
      .limit(MOST),
    tx
      .select({ id: oauthApps.id, name: oauthApps.name })
      .from(oauthApps)
      .where(eq(oauthApps.orgId, orgId))
      .orderBy(asc(caseless(oauthApps.name)), asc(oauthApps.id))
      .limit(MOST),
    tx
      .select({ id: labConnections.id, name: labConnections.name })
      .from(labConnections)
      .where(eq(labConnections.orgId, orgId))
      .orderBy(asc(caseless(labConnections.name)), asc(labConnections.id))
      .limit(MOST),
  );
  const shown = (kind: Kind, rows: NamedRow[]) =>
    rows.map(({ id, name }) => ({ id: showId(kind, id), name }));
  return {
    people: shown('user', people),
    // The keys of a rotation have one name.
    keys: shown(
      'api_key',
      keys.map(({ id, name, stub }) => ({ id, name: `${name} ending in ${keyEnding(stub)}` })),
    ),
    apps: shown('oauth_app', apps),
    connections: shown('lab_connection', connections),
  };
}
