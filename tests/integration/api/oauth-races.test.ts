import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { errorOf, makeApp, Visitor, type App, type Tokens } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/**
 * C-10: twenty concurrent requests with one code, fifty with one refresh token. At most one succeeds, and its tokens
 * end too, because the code was copied.
 */

const RUNNERS = 20;
const REFRESHERS = 50;

let server: TestServer;
let visitor: Visitor;
let app: App;

beforeAll(async () => {
  server = await startServer();
  const admin = await personContext(await testOrg(), 'admin');
  visitor = await Visitor.signedIn(server, admin, '127.0.3.1');
  app = await makeApp(admin);
});
afterAll(() => {
  visitor.close();
  return server.close();
});

const lines = [...Array(RUNNERS).keys()];

describe('concurrent OAuth requests', () => {
  it('redeem a code once; a repetition revokes the token family', nightly, async () => {
    const { code, verifier } = await visitor.code(app);
    const answers = await Promise.all(lines.map(() => visitor.redeem(app, code, verifier)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter((one) => one.status !== 200).map(errorOf)).toEqual(
      Array(RUNNERS - 1).fill('invalid_grant'),
    );
    const tokens = JSON.parse(won[0]!.text) as Tokens;
    expect((await visitor.call(tokens.access_token)).status).toBe(401);
    expect(errorOf(await visitor.refresh(app, tokens.refresh_token))).toBe('invalid_grant');
    const rows = await asSuperuser<{ outcome: string; count: number }>(
      `SELECT outcome, count(*)::int AS count FROM audit_events WHERE request_id = ANY ($1) AND action = 'redeem_code' GROUP BY 1 ORDER BY 1`,
      [answers.map(({ requestId }) => requestId)],
    );
    expect(rows).toEqual([
      { outcome: 'allowed', count: 1 },
      { outcome: 'refused', count: RUNNERS - 1 },
    ]);
  });

  it('refresh once; a repetition revokes the token family', async () => {
    const first = await visitor.connect(app);
    const answers = await Promise.all(
      Array.from({ length: REFRESHERS }, () => visitor.refresh(app, first.refresh_token)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter((one) => one.status !== 200).map(errorOf)).toEqual(
      Array(REFRESHERS - 1).fill('invalid_grant'),
    );
    const tokens = JSON.parse(won[0]!.text) as Tokens;
    for (const token of [first.access_token, tokens.access_token])
      expect((await visitor.call(token)).status).toBe(401);
    expect(errorOf(await visitor.refresh(app, tokens.refresh_token))).toBe('invalid_grant');
    const [grants] = await asSuperuser<{ reason: string }>(
      `SELECT revoked_reason AS reason FROM oauth_grants g JOIN audit_events e ON e.object_id = g.id
       WHERE e.request_id = $1`,
      [won[0]!.requestId],
    );
    expect(grants).toEqual({ reason: 'token_replayed' });
  });

  it('decide a consent page once', async () => {
    const started = await visitor.authorize(app, 'c'.repeat(43), { prompt: 'consent' });
    const id = started.headers.location!.split('/').at(-1)!;
    const { csrf } = await visitor.consentPage(id);
    const word = { id, csrf, scope: ['labs:read'], decision: 'allow' };
    const answers = await Promise.all(lines.map(() => visitor.decide(word)));
    expect(answers.filter(({ headers }) => headers.location?.includes('code=')).length).toBe(1);
    expect(answers.filter(({ status }) => status === 404).length).toBe(RUNNERS - 1);
  });
});
