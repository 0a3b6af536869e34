import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../server/api/root';
import { asDomainError } from '../../server/api/refusal-of';
import { createCallerFactory } from '../../server/api/trpc';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../support/database';
import { startServer, type TestServer } from '../support/server';
import { connect, inLanes } from './client';
import { insertKeys } from './credentials';
import { OPERATIONS, SCOPES } from './policy';
import type { Place } from './scene';

/** the text of a scope has one form. Whatever else is asked for is refused, and whatever else is stored grants nothing. */

let server: TestServer;
let org: TestOrg;
let create: (input: unknown) => Promise<{ id: string; scopes: string[] }>;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  const admin = await personContext(org, 'admin');
  create = (input) => createCallerFactory(appRouter)(admin).apiKeys.createApiKey(input as never);
});
afterAll(() => server.close());

const wide = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));

/** Texts that a careless comparison takes for the scope or for more than it. */
const variantsOf = (scope: string): string[] => {
  const [resource, verb] = scope.split(':') as [string, string];
  return [
    ...[scope.toUpperCase(), scope[0]!.toUpperCase() + scope.slice(1), `${resource}:${verb.toUpperCase()}`],
    ...['.', '/', ' ', '::', '-', '_', '', '%3A', '：', '∶', '+', '=', '|', ':\u200b', ' : '].map(
      (sign) => resource + sign + verb,
    ),
    ...[
      ` ${scope}`,
      `${scope} `,
      `${scope}\n`,
      `\t${scope}`,
      `${scope}\0`,
      `\u00a0${scope}`,
      `${scope}\u200d`,
    ],
    ...[`${scope},labs:read`, `${scope} labs:read`, `${scope};`, `${scope}:all`, `${scope}*`, `x${scope}`],
    ...[`${resource}:*`, `*:${verb}`, `${resource}:`, `:${verb}`, resource, scope.slice(0, -1), `${scope}s`],
    ...[
      wide(scope),
      scope.replace('a', 'а'),
      scope.replace('e', 'е'),
      `["${scope}"]`,
      `"${scope}"`,
      `${scope}#`,
    ],
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

const refusal = (input: unknown) =>
  create(input).then(
    (key) => `made ${JSON.stringify(key.scopes)}`,
    (error: unknown) => asDomainError(error).code,
  );

describe('the text of a scope', () => {
  it('is taken exactly, one by one and together', async () => {
    for (const scope of SCOPES)
      expect((await create({ name: 'k', scopes: [scope] })).scopes).toEqual([scope]);
    const all = await create({ name: 'k', scopes: SCOPES });
    expect(all.scopes).toEqual(SCOPES);
  });

  it('is refused in 300 other forms, alone and beside a good one', async () => {
    expect(VARIANTS.length).toBeGreaterThanOrEqual(300);
    const kept = await keys();
    for (const text of VARIANTS) {
      expect(await refusal({ name: 'k', scopes: [text] }), JSON.stringify(text)).toBe('validation_failed');
      expect(await refusal({ name: 'k', scopes: ['labs:read', text] }), JSON.stringify(text)).toBe(
        'validation_failed',
      );
    }
    for (const scopes of [
      ...[
        [],
        'patients:read',
        ['patients:read', 'patients:read'],
        [['patients:read']],
        null,
        undefined,
        true,
        1,
      ],
      ...[
        { 0: 'patients:read', length: 1 },
        [null],
        [0],
        [true],
        [{}],
        [{ toString: 'patients:read' }],
        ['labs:read', null],
      ],
    ])
      expect(await refusal({ name: 'k', scopes }), JSON.stringify(scopes)).toBe('validation_failed');
    expect(await keys()).toBe(kept);
  });

  it('is never widened, whatever is done to it', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SCOPES, ...VARIANTS.slice(0, 40)),
      fc.string({ maxLength: 20, unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (scopes) => {
        const exact =
          scopes.every((scope) => (SCOPES as readonly string[]).includes(scope)) &&
          new Set(scopes).size === scopes.length;
        expect(await refusal({ name: 'k', scopes })).toBe(
          exact ? `made ${JSON.stringify(scopes)}` : 'validation_failed',
        );
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('grants nothing in another form, even when it stands in the table', async () => {
    const texts = VARIANTS.filter((text) => !text.includes('\0'));
    const made = await insertKeys(
      'live',
      { org } as Place,
      texts.map((text) => [text]),
    );
    const client = connect(server.url, 8);
    const lists = Object.values(OPERATIONS).filter(({ method, id }) => method === 'GET' && !id);
    const wrong: string[] = [];
    await inLanes(8, [...texts.entries()], async ([index, text]) => {
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
