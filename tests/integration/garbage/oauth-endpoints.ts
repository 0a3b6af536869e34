import type { Random } from '../../support/random';
import type { Asked, Endpoint } from './endpoints';
import { garbageHeaders } from './header-lines';
import { garbageBody } from './json-bodies';
import { spoiltBytes } from './multipart-bodies';
import type { Fixture } from './fixture';
import { INJECTIONS } from './values';
import { somewhere } from './wire';

/**
 * The authorization server: corrupted requests of browsers, programs and the consent page. Failures are counted by
 * address, so each request has a different one.
 */

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const NOTHING = 'A'.repeat(43);

/** Replaces, repeats or removes one or two parameters of a valid request. */
function spoilt(random: Random, good: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(good);
  for (let nth = 0; nth <= random.below(2); nth++) {
    const name =
      random.below(6) === 0 ? random.pick(INJECTIONS).toWellFormed() : random.pick(Object.keys(good));
    const value = random.pick(INJECTIONS).toWellFormed();
    const how = random.below(4);
    if (how === 0) query.append(name, value);
    else if (how === 1) query.delete(name);
    else query.set(name, value);
  }
  return query;
}

export function oauthEndpoints(fixture: Fixture): Endpoint[] {
  const host = `Host: ${new URL(fixture.url).host}`;
  const get = (random: Random | null, target: string, headers: string[] = []): Asked => ({
    method: 'GET',
    target: target.slice(0, 8_000),
    headers: [host, ...headers],
    body: Buffer.alloc(0),
    ...(random ? { from: somewhere(random) } : {}),
  });
  const post = (
    random: Random | null,
    target: string,
    headers: string[],
    given: Buffer | string | URLSearchParams,
  ): Asked => {
    const body = Buffer.from(given instanceof URLSearchParams ? given.toString() : (given as string));
    return {
      method: 'POST',
      target,
      body,
      headers: [host, ...headers, `Content-Length: ${body.length}`],
      ...(random ? { from: somewhere(random) } : {}),
    };
  };
  const asPerson = (random: Random | null) => [
    `Cookie: ${random ? random.pick(fixture.people) : fixture.people[0]!}`,
    'Sec-Fetch-Site: same-origin',
  ];
  const basicOf = ({ id, secret }: Fixture['clients'][number]) =>
    Buffer.from(`${id}:${secret}`).toString('base64');
  const basic = (random: Random | null) =>
    `Authorization: Basic ${basicOf(random ? random.pick(fixture.clients) : fixture.clients[0]!)}`;

  const asked = {
    response_type: 'code',
    client_id: fixture.open.id,
    redirect_uri: fixture.open.redirectUri,
    state: 's',
    scope: 'patients:read',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    prompt: 'consent',
    response_mode: 'query',
    resource: `${fixture.url}/v1`,
  };
  const authorize: Endpoint = {
    name: 'authorize',
    problems: false,
    good: { wire: get(null, `/oauth/authorize?${new URLSearchParams(asked)}`, asPerson(null)), status: 303 },
    kinds: {
      query: (random) => ({
        ...get(
          random,
          `/oauth/authorize?${spoilt(random, asked)}`,
          random.below(2) === 0 ? asPerson(random) : [],
        ),
        expected: [303, 400],
      }),
      raw: (random) => ({
        ...get(
          random,
          `/oauth/authorize?${spoiltBytes(random, Buffer.from(new URLSearchParams(asked).toString()))
            .toString('latin1')
            .replaceAll(/[^\x21-\x7e]/g, '%')}`,
        ),
        expected: [303, 400, 404],
      }),
      headers: (random) =>
        garbageHeaders(
          random,
          get(random, `/oauth/authorize?${new URLSearchParams(asked)}`, asPerson(random)),
        ),
    },
  };

  const forms: [string, Record<string, string>, number][] = [
    [
      'token',
      {
        grant_type: 'authorization_code',
        code: NOTHING,
        redirect_uri: fixture.clients[0]!.redirectUri,
        code_verifier: NOTHING,
      },
      400,
    ],
    [
      'token',
      { grant_type: 'refresh_token', refresh_token: `clin_rt_${NOTHING}`, scope: 'patients:read' },
      400,
    ],
    ['revoke', { token: `clin_rt_${NOTHING}`, token_type_hint: 'refresh_token' }, 200],
    ['introspect', { token: `clin_rt_${NOTHING}`, token_type_hint: 'refresh_token' }, 200],
  ];
  const endpoints = forms.map(([path, fields, status], nth): Endpoint => {
    const target = `/oauth/${path}`;
    return {
      name: nth === 1 ? 'token (refresh)' : path,
      problems: false,
      good: { wire: post(null, target, [FORM, basic(null)], new URLSearchParams(fields)), status },
      kinds: {
        form: (random) => ({
          ...post(random, target, [FORM, basic(random)], spoilt(random, fields)),
          expected: [200, 400, 401],
        }),
        client: (random) => {
          const who = { client_id: fixture.open.id, client_secret: random.pick(INJECTIONS).toWellFormed() };
          const header =
            random.below(2) === 0
              ? [
                  `Authorization: Basic ${spoiltBytes(random, Buffer.from(basicOf(fixture.clients[0]!), 'base64')).toString('base64')}`,
                ]
              : [];
          return {
            ...post(random, target, [FORM, ...header], spoilt(random, { ...fields, ...who })),
            expected: [200, 400, 401],
          };
        },
        bytes: (random) => ({
          ...post(
            random,
            target,
            [FORM, basic(random)],
            spoiltBytes(random, Buffer.from(new URLSearchParams(fields).toString())),
          ),
          expected: [200, 400, 401],
        }),
        json: (random) => ({
          ...post(
            random,
            target,
            ['Content-Type: application/json', basic(random)],
            garbageBody(random, fields),
          ),
          expected: [400],
        }),
        headers: (random) =>
          garbageHeaders(random, post(random, target, [FORM, basic(random)], new URLSearchParams(fields))),
      },
    };
  });

  const word = { id: NOTHING, csrf: NOTHING, decision: 'allow', scope: 'patients:read' };
  const decide: Endpoint = {
    name: 'decide',
    problems: false,
    good: {
      wire: post(null, '/oauth/decide', [FORM, ...asPerson(null)], new URLSearchParams(word)),
      status: 404,
    },
    kinds: {
      form: (random) => ({
        ...post(random, '/oauth/decide', [FORM, ...asPerson(random)], spoilt(random, word)),
        expected: [303, 400, 403, 404],
      }),
      bytes: (random) => ({
        ...post(
          random,
          '/oauth/decide',
          [FORM, ...asPerson(random)],
          spoiltBytes(random, Buffer.from(new URLSearchParams(word).toString())),
        ),
        expected: [303, 400, 403, 404],
      }),
      headers: (random) =>
        garbageHeaders(
          random,
          post(random, '/oauth/decide', [FORM, ...asPerson(random)], new URLSearchParams(word)),
        ),
    },
  };

  const metadata = '/.well-known/oauth-authorization-server';
  const shown: Endpoint = {
    name: 'metadata',
    problems: false,
    good: { wire: get(null, metadata), status: 200 },
    kinds: {
      path: (random) =>
        get(
          random,
          `${random.pick([metadata, '/oauth/jwks'])}${random.pick(['', '/', '?', '/..', '//', ';'])}${encodeURIComponent(random.pick(INJECTIONS).toWellFormed())}`,
        ),
      headers: (random) => garbageHeaders(random, get(random, random.pick([metadata, '/oauth/jwks']))),
    },
  };
  return [authorize, ...endpoints, decide, shown];
}
