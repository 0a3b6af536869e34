import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../server/api/root';
import { asDomainError } from '../../../server/errors/from-thrown';
import { createCallerFactory } from '../../../server/api/trpc';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { errorOf, makeApp, pkce, Visitor } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';
import { connect, runConcurrently } from './client';
import { insertKeys } from './credentials';
import { OPERATIONS, SCOPES } from './policy';
import type { Place } from './fixture';

/** a scope has one spelling. Any other requested text is rejected, and any other stored text grants nothing. */

let server: TestServer;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
let create: (input: unknown) => Promise<{ id: string; scopes: string[] }>;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  admin = await personContext(org, 'admin');
  create = (input) => createCallerFactory(appRouter)(admin).apiKeys.createApiKey(input as never);
});
afterAll(() => server.close());

const wide = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));

/** Texts that a careless comparison accepts as the scope or as more than it. */
const variantsOf = (scope: string): string[] => {
  const [resource, right] = scope.split(':') as [string, string];
  return [
    scope.toUpperCase(),
    scope[0]!.toUpperCase() + scope.slice(1),
    `${resource}:${right.toUpperCase()}`,
    ...['.', '/', ' ', '::', '-', '_', '', '%3A', '：', '∶', '+', '=', '|', ':\u200b', ' : '].map(
      (sign) => resource + sign + right,
    ),
    ` ${scope}`,
    `${scope} `,
    `${scope}\n`,
    `\t${scope}`,
    `${scope}\0`,
    `\u00a0${scope}`,
    `${scope}\u200d`,
    `${scope},labs:read`,
    `${scope} labs:read`,
    `${scope};`,
    `${scope}:all`,
    `${scope}*`,
    `x${scope}`,
    `${resource}:*`,
    `*:${right}`,
    `${resource}:`,
    `:${right}`,
    resource,
    scope.slice(0, -1),
    `${scope}s`,
    wide(scope),
    scope.replace('a', 'а'),
    scope.replace('e', 'е'),
    `["${scope}"]`,
    `"${scope}"`,
    `${scope}#`,
  ];
};
const OF_NOTHING = [
  '',
  ' ',
  '*',
  '**',
  '*:*',
  ':',
  'all',
  'admin',
  'root',
  '__proto__',
  'constructor',
  'toString',
  'null',
];
const VARIANTS = [...new Set([...SCOPES.flatMap(variantsOf), ...OF_NOTHING])].filter(
  (text) => !(SCOPES as readonly string[]).includes(text),
);

const errorCode = (input: unknown) =>
  create(input).then(
    (key) => `made ${JSON.stringify(key.scopes)}`,
    (error: unknown) => asDomainError(error).code,
  );

describe('scope text', () => {
  it('is accepted exactly, one by one and together', async () => {
    for (const scope of SCOPES)
      expect((await create({ name: 'k', scopes: [scope] })).scopes).toEqual([scope]);
    const all = await create({ name: 'k', scopes: SCOPES });
    expect(all.scopes).toEqual(SCOPES);
  });

  it('is rejected in 300 other forms, alone and next to a valid one', async () => {
    expect(VARIANTS.length).toBeGreaterThanOrEqual(300);
    const kept = await keys();
    for (const text of VARIANTS) {
      expect(await errorCode({ name: 'k', scopes: [text] }), JSON.stringify(text)).toBe('validation_failed');
      expect(await errorCode({ name: 'k', scopes: ['labs:read', text] }), JSON.stringify(text)).toBe(
        'validation_failed',
      );
    }
    for (const scopes of [
      [],
      'patients:read',
      ['patients:read', 'patients:read'],
      [['patients:read']],
      null,
      undefined,
      true,
      1,
      { 0: 'patients:read', length: 1 },
      [null],
      [0],
      [true],
      [{}],
      [{ toString: 'patients:read' }],
      ['labs:read', null],
    ])
      expect(await errorCode({ name: 'k', scopes }), JSON.stringify(scopes)).toBe('validation_failed');
    expect(await keys()).toBe(kept);
  });

  it('is never widened by any change', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SCOPES, ...VARIANTS.slice(0, 40)),
      fc.string({ maxLength: 20, unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (scopes) => {
        const exact =
          scopes.every((scope) => (SCOPES as readonly string[]).includes(scope)) &&
          new Set(scopes).size === scopes.length;
        expect(await errorCode({ name: 'k', scopes })).toBe(
          exact ? `made ${JSON.stringify(scopes)}` : 'validation_failed',
        );
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('is rejected in 300 other forms at authorization and token endpoint, and the token stays valid', async () => {
    const isList = (text: string) => {
      const words = text.split(' ');
      return (
        words.every((word) => (SCOPES as readonly string[]).includes(word)) &&
        new Set(words).size === words.length
      );
    };
    const doubled = SCOPES.flatMap((scope) => [`${scope} ${scope}`, `${scope}  ${scope}`]);
    const forms = [...VARIANTS, ...doubled].filter((text) => !isList(text));
    expect(forms.length).toBeGreaterThanOrEqual(300);
    const app = await makeApp(admin, {}, [...SCOPES]);
    const { cookie } = await signInAs(admin);
    // From several addresses, because authorization requests are limited by address.
    const visitors = Array.from(
      { length: 10 },
      (_, nth) => new Visitor(server, cookie, `127.0.15.${nth + 1}`),
    );
    const { challenge } = pkce();
    const wrong: string[] = [];
    await runConcurrently(8, [...forms.entries()], async ([nth, scope]) => {
      const answer = await visitors[nth % visitors.length]!.authorize(app, challenge, { scope });
      const error = new URL(answer.headers.location ?? '', server.url).searchParams.get('error');
      if (error !== 'invalid_scope')
        wrong.push(`authorize ${JSON.stringify(scope)}: ${answer.status} ${error}`);
    });
    const [person] = visitors as [Visitor];
    const tokens = await person.connect(app);
    // An empty parameter counts as absent.
    const atToken = forms.filter((text) => text !== '');
    await runConcurrently(8, atToken, async (scope) => {
      const answer = await person.refresh(app, tokens.refresh_token, { scope });
      const error = answer.status === 400 ? errorOf(answer) : answer.text;
      if (error !== 'invalid_scope') wrong.push(`token ${JSON.stringify(scope)}: ${answer.status} ${error}`);
    });
    expect(wrong).toEqual([]);
    const exact = await person.refresh(app, tokens.refresh_token, { scope: 'labs:read' });
    expect([exact.status, (JSON.parse(exact.text) as { scope: string }).scope]).toEqual([200, 'labs:read']);
    for (const visitor of visitors) visitor.close();
  }, 60_000);

  it('grants nothing in another form, even when stored in the table', async () => {
    const texts = VARIANTS.filter((text) => !text.includes('\0'));
    const made = await insertKeys(
      'live',
      { org } as Place,
      texts.map((text) => [text]),
    );
    const client = connect(server.url, 8);
    const lists = Object.values(OPERATIONS).filter(
      ({ method, id, scopes }) => method === 'GET' && !id && scopes.length > 0,
    );
    const wrong: string[] = [];
    await runConcurrently(8, [...texts.entries()], async ([index, text]) => {
      const { path } = lists.find(({ scopes }) => text.slice(0, 4) === scopes[0]!.slice(0, 4)) ?? lists[0]!;
      const headers = { Authorization: `Bearer ${made[index]}` };
      const { status } = await client.send({ method: 'GET', path, headers });
      if (status !== 403) wrong.push(`${JSON.stringify(text)} at ${path}: ${status}`);
    });
    client.close();
    expect(wrong).toEqual([]);
  });
});

const keys = async () =>
  (await asSuperuser<{ count: string }>('SELECT count(*) FROM api_keys WHERE org_id = $1', [org.orgId]))[0]!
    .count;
