import { newApiKey, secretHash } from '../../../server/auth/api-key-format';
import { accessTokenSigner } from '../../../server/auth/access-token';
import { newId } from '../../../server/shared/ids';
import { asSuperuser } from '../../support/database';
import { OPERATIONS, SCOPES, type Scope } from './policy';
import { viewOfLive, viewOfSandbox, type Place, type Fixture, type View } from './fixture';

/** Credentials of the matrix: valid ones are entries of `KINDS`, the others of `rejectedCredentials`. */

export interface Credential {
  name: string;
  headers: Record<string, string | string[]>;
  /** Added to the URL. */
  query?: string;
  scopes: ReadonlySet<Scope>;
  /** The caller; also for rejected credentials, which send the same requests. */
  view: View;
  /** The response to every request; absent for a valid credential. */
  rejectedAs?: { status: number; code: string };
}

export interface Kind {
  name: string;
  /** The sets that the suite tests. */
  scopeSets: Scope[][];
  /** One credential per scope set, in the same order. */
  make(fixture: Fixture, scopeSets: Scope[][]): Promise<Credential[]>;
}

/** Without the one that no operation requires: it decides about charts, not operations (`restricted-charts.test.ts`). */
export const COMBINED = SCOPES.filter((scope) => scope !== 'patients:restricted');
/** All 256 subsets. */
export const SCOPE_SETS: Scope[][] = [...Array(2 ** COMBINED.length).keys()].map((bits) =>
  COMBINED.filter((_, index) => bits & (1 << index)),
);

/** All scopes, none, each alone, all but one, and all but those of one operation. */
function tellingSets(): Scope[][] {
  const lacks = (set: Scope[], scopes: readonly Scope[]) =>
    set.join() === COMBINED.filter((scope) => !scopes.includes(scope)).join();
  return SCOPE_SETS.filter(
    (set) =>
      set.length <= 1 ||
      set.length >= COMBINED.length - 1 ||
      Object.values(OPERATIONS).some(({ scopes }) => lacks(set, scopes)),
  );
}

/** Sets in which every two scopes occur together, each without the other, and neither. */
function pairwiseSets(): Scope[][] {
  const chosen = [SCOPE_SETS.at(-1)!, SCOPE_SETS[0]!];
  const missing = new Set(
    COMBINED.flatMap((one) =>
      COMBINED.filter((other) => other !== one).map((other) => `${one} not ${other}`),
    ),
  );
  const adds = (set: Scope[]) =>
    [...missing].filter((pair) => {
      const [has, lacks] = pair.split(' not ') as [Scope, Scope];
      return set.includes(has) && !set.includes(lacks);
    });
  while (missing.size > 0) {
    const best = SCOPE_SETS.reduce((a, b) => (adds(b).length > adds(a).length ? b : a));
    for (const pair of adds(best)) missing.delete(pair);
    chosen.push(best);
  }
  return chosen;
}

export const KINDS: Kind[] = [
  {
    name: 'live API key',
    scopeSets: tellingSets(),
    make: (fixture, sets) => keysOf('live', fixture.live, viewOfLive(fixture), sets),
  },
  {
    name: 'test API key',
    scopeSets: pairwiseSets(),
    make: (fixture, sets) => keysOf('test', fixture.sandbox, viewOfSandbox(fixture), sets),
  },
  {
    name: 'access token',
    scopeSets: pairwiseSets(),
    make: (fixture, sets) => tokensOf(fixture.live, viewOfLive(fixture), sets),
  },
];

async function keysOf(
  environment: 'live' | 'test',
  place: Place,
  view: View,
  scopeSets: Scope[][],
): Promise<Credential[]> {
  const keys = await insertKeys(environment, place, scopeSets);
  return keys.map((key, index) => ({
    name: `${environment} API key with [${scopeSets[index]!.join(' ')}]`,
    headers: { Authorization: `Bearer ${key}` },
    scopes: new Set(scopeSets[index]),
    view,
  }));
}

/**
 * Tokens of an administrator, so that only scopes decide; each from a separate application, which has its own limit.
 */
async function tokensOf(place: Place, view: View, scopeSets: Scope[][]): Promise<Credential[]> {
  const tokens = await insertGrants(place, scopeSets);
  return tokens.map((token, index) => ({
    name: `access token with [${scopeSets[index]!.join(' ')}]`,
    headers: { Authorization: `Bearer ${token}` },
    scopes: new Set(scopeSets[index]),
    view,
  }));
}

/**
 * Inserted as rows. A token has at least one scope, so for the empty set the grant has lost its scopes.
 * @param column of the grant, such as `revoked_at = now()`
 */
export async function insertGrants(
  place: Pick<Place, 'admin' | 'org'>,
  scopeSets: readonly (readonly Scope[])[],
  column = '',
): Promise<string[]> {
  const sign = await accessTokenSigner();
  const userId = place.admin.actor.id!;
  const { orgId } = place.org;
  const rows = scopeSets.map((scopes) => ({ app: newId(), grant: newId(), scopes }));
  await asSuperuser(
    `INSERT INTO oauth_apps (org_id, id, name, kind, auth_method, redirect_uris, scopes, created_at, updated_at, created_by)
     SELECT $1, (r->>'app')::uuid, 'matrix', 'public', 'none', '{https://app.example}', $3, now(), now(), 'system'
     FROM jsonb_array_elements($2::jsonb) r`,
    [orgId, JSON.stringify(rows), [...SCOPES]],
  );
  const [name, value] = column.split(' = ');
  await asSuperuser(
    `INSERT INTO oauth_grants (org_id, id, app_id, user_id, scopes, auth_time, created_at, activated_at${name && name !== 'expires_at' ? `, ${name}` : ''}, expires_at)
     SELECT $1, (r->>'grant')::uuid, (r->>'app')::uuid, $3, ARRAY(SELECT jsonb_array_elements_text(r->'scopes')), now(), now(), now()${name && name !== 'expires_at' ? `, ${value}` : ''}, ${name === 'expires_at' ? value : "now() + interval '1 day'"}
     FROM jsonb_array_elements($2::jsonb) r`,
    [orgId, JSON.stringify(rows), userId],
  );
  return Promise.all(
    rows.map(({ app, grant, scopes }) =>
      sign({
        userId,
        orgId,
        appId: app,
        grantId: grant,
        scopes: scopes.length > 0 ? [...scopes] : ['patients:read'],
      }),
    ),
  );
}

/** Inserted as rows, because the product does not issue every set (the empty one, for example). */
export async function insertKeys(
  environment: 'live' | 'test',
  place: Place,
  scopeSets: readonly (readonly string[])[],
  column = '',
): Promise<string[]> {
  const keys = scopeSets.map(() => newApiKey(environment));
  const rows = keys.map((key, index) => ({
    id: newId(),
    hash: secretHash(key),
    scopes: scopeSets[index],
  }));
  const [name, value] = column.split(' = ');
  await asSuperuser(
    `INSERT INTO api_keys (org_id, id, name, secret_hash, stub, scopes, rate_limit, created_at, created_by${name ? `, ${name}` : ''})
     SELECT $1, (k->>'id')::uuid, 'matrix', decode(k->>'hash', 'hex'), 'matrix',
            ARRAY(SELECT jsonb_array_elements_text(k->'scopes')), 1000000, now(), 'system'${value ? `, ${value}` : ''}
     FROM jsonb_array_elements($2::jsonb) k`,
    [place.org.orgId, JSON.stringify(rows)],
  );
  return keys;
}

const WRONG = { status: 401, code: 'invalid_credentials' };
const NONE = { status: 401, code: 'missing_credentials' };

interface Bad {
  name: string;
  authorization?: string | string[];
  headers?: Record<string, string>;
  query?: string;
  rejectedAs?: { status: number; code: string };
}

/** Each is tested with every request shape; no response may reveal that the requested record exists. */
export async function rejectedCredentials(fixture: Fixture, cookie: string): Promise<Credential[]> {
  const place = fixture.live;
  const make = (column = '') => insertKeys('live', place, [SCOPES], column).then(([key]) => key!);
  const good = await make();
  const expired = await make("expires_at = now() - interval '1 second'");
  const revoked = await make("revoked_at = now() - interval '1 second'");
  const elsewhere = await make("ip_allow_list = '{192.0.2.0/24}'");
  const [token] = await insertGrants(place, [SCOPES]);
  const [ended] = await insertGrants(place, [SCOPES], 'revoked_at = now()');
  const [outlived] = await insertGrants(place, [SCOPES], "expires_at = now() - interval '1 second'");
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  const list: Bad[] = [
    { name: 'none', rejectedAs: NONE },
    { name: 'an empty header', authorization: '', rejectedAs: NONE },
    { name: 'a key in the query only', query: `access_token=${good}`, rejectedAs: NONE },
    { name: 'a key in another header', headers: { 'X-Api-Key': good }, rejectedAs: NONE },
    { name: 'the cookie of a signed-in admin', headers: { Cookie: cookie }, rejectedAs: NONE },
    { name: 'the scheme alone', authorization: 'Bearer' },
    { name: 'another scheme', authorization: `Basic ${Buffer.from(`${good}:`).toString('base64')}` },
    { name: 'the key without a scheme', authorization: good },
    { name: 'a made-up word', ...bearer('nonsense') },
    { name: 'a broken checksum', ...bearer(good.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))) },
    { name: 'a key that was never made', ...bearer(newApiKey('live')) },
    { name: 'an expired key', ...bearer(expired) },
    { name: 'a revoked key', ...bearer(revoked) },
    { name: 'the prefix of a test key', ...bearer(good.replace('clin_live_', 'clin_test_')) },
    { name: 'the prefix of another service', ...bearer(good.replace('clin_live_', 'sk_live_')) },
    { name: 'another case', ...bearer(good.toUpperCase()) },
    { name: 'a space inside', ...bearer(`${good.slice(0, 20)} ${good.slice(20)}`) },
    { name: 'a tab in front', authorization: `Bearer\t${good}` },
    { name: 'a quoted key', ...bearer(`"${good}"`) },
    { name: 'two keys in one header', ...bearer(`${good}, Bearer ${good}`) },
    {
      name: 'two headers',
      authorization: [`Bearer ${good}`, `Bearer ${revoked}`],
      rejectedAs: { status: 400, code: 'invalid_request' },
    },
    { name: 'a key of 5,000 characters', ...bearer(good + 'a'.repeat(5_000)) },
    { name: 'full-width letters', ...bearer(Buffer.from(`ｃlin${good.slice(4)}`).toString('latin1')) },
    {
      name: 'the session secret of a person',
      ...bearer(cookie.split('=').slice(1).join('=').slice(0, 4_000)),
    },
    { name: 'a token whose grant was revoked', ...bearer(ended!) },
    { name: 'a token whose grant is over', ...bearer(outlived!) },
    { name: 'a token without its signature', ...bearer(token!.replace(/[^.]+$/, '')) },
    { name: 'a token with an invalid signature', ...bearer(token!.replace(/[^.]+$/, 'A'.repeat(86))) },
    { name: 'the id of the key', ...bearer(place.things.apiKey) },
    {
      name: 'a key bound to another address',
      ...bearer(elsewhere),
      rejectedAs: { status: 403, code: 'ip_not_allowed' },
    },
  ];
  return list.map(({ name, authorization, headers, query, rejectedAs }) => ({
    name,
    headers: { ...headers, ...(authorization === undefined ? {} : { Authorization: authorization }) },
    ...(query === undefined ? {} : { query }),
    scopes: new Set(),
    view: viewOfLive(fixture),
    rejectedAs: rejectedAs ?? WRONG,
  }));
}
