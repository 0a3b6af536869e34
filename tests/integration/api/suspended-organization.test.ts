import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orgResume } from '../../../server/cli/org-resume';
import { orgSuspend } from '../../../server/cli/org-suspend';
import { readArguments } from '../../../server/cli/arguments';
import { signIn } from '../../../server/auth/sign-in';
import { newRequestId } from '../../../server/shared/ids';
import { acceptInvitation } from '../../../server/domain/people/accept-invitation';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { openInvitation } from '../../../server/domain/people/open-invitation';
import { asSuperuser, personContext, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { errorOf, makeApp, pkce, Visitor, type App, type Tokens } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import type { Answer } from '../matrix/client';

/**
 * An organization that the operator has suspended: each of its credentials is rejected like one that never existed,
 * no attempt uses anything up, and after the organization is resumed all of them work as before.
 */

let server: TestServer;
let place: Furnished;
let neighbor: Furnished;
let person: Awaited<ReturnType<typeof personContext>>;
let visitor: Visitor;
let app: App;
let tokens: Tokens;
let waiting: { code: string; verifier: string };
let key: string;
let contentPath: string;
let invitation: string;
let upload: { path: string; headers: Record<string, string> };
const NOTE = 'Plain text of a note.\n';

const operator = (words: string[]) => {
  const { command, given } = readArguments(words, [orgSuspend, orgResume]);
  return command.run(given) as Promise<Record<string, unknown>>;
};
const suspend = (slug = place.org.slug) =>
  operator(['org', 'suspend', slug, '--reason', 'Unpaid since May.']);
const resume = () => operator(['org', 'resume', place.org.slug]);

beforeAll(async () => {
  server = await startServer();
  place = await furnish('Suspended');
  neighbor = await furnish('Neighbor');
  person = await personContext(place.org, 'admin');
  visitor = await Visitor.signedIn(server, person);
  app = await makeApp(person);
  tokens = await visitor.connect(app);
  waiting = await visitor.code(app);
  key = await realKey(place.org);
  const guest = { name: 'Guest', email: `${randomUUID()}@example.org`, role: 'viewer' } as const;
  invitation = (await invitePerson(person, guest)).link!.split('/').at(-1)!;
  const document = await visitor.call(key, `/v1/documents/${place.ids.document}`);
  contentPath = new URL((JSON.parse(document.text) as { content_url: string }).content_url).pathname;
  const announced = await visitor.client.send({
    method: 'POST',
    path: '/v1/documents',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      patient_id: place.ids.patient,
      upload: {
        size: NOTE.length,
        sha256: createHash('sha256').update(NOTE).digest('hex'),
        content_type: 'text/plain',
        file_name: 'note.txt',
      },
    }),
  });
  const { url, headers } = (
    JSON.parse(announced.text) as { upload: { url: string; headers: Record<string, string> } }
  ).upload;
  upload = { path: new URL(url).pathname, headers };
}, 60_000);
afterAll(async () => {
  visitor.close();
  await server.close();
});

const trySignIn = async () => {
  const request = { email: person.email, password: person.password, ip: '127.0.0.9', userAgent: null };
  return { status: (await signIn({ ...request, requestId: newRequestId() })) ? 200 : 401 };
};
const stranger = () => ({ ip: '127.0.0.9', requestId: newRequestId() });
const open = async () => ({ status: (await openInvitation(invitation, stranger())) ? 200 : 404 });
const accept = async () => {
  const given = { secret: invitation, account: 'new', password: `${randomUUID()} ${randomUUID()}` } as const;
  const error = await acceptInvitation(given, stranger()).then(
    () => null,
    (thrown: unknown) => thrown as { status: number },
  );
  return { status: error?.status ?? 200 };
};
const trpc = () =>
  visitor.get('/api/trpc/patients.listCharts?input=%7B%22limit%22%3A1%7D', {
    'Sec-Fetch-Site': 'same-origin',
  });
const emptyForm = () =>
  visitor.client.send({
    method: 'POST',
    path: '/api/portal/documents/uploads',
    headers: { Cookie: visitor.cookie!, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'text/plain' },
    body: '',
  });
const problem = ({ text }: Answer) => (JSON.parse(text) as { code: string }).code;

/**
 * The response to each credential while the organization is suspended, and afterwards. Each rejection is one that
 * other invalid credentials get too.
 */
const CREDENTIALS: Record<
  string,
  { send: () => Promise<Pick<Answer, 'status'> & Partial<Answer>>; expected: [number, string?]; good: number }
> = {
  'an API key reads': { send: () => visitor.call(key), expected: [401, 'invalid_credentials'], good: 200 },
  'an API key reads the feed': {
    send: () => visitor.call(key, '/v1/events?limit=1'),
    expected: [401, 'invalid_credentials'],
    good: 200,
  },
  'an access token': {
    send: () => visitor.call(tokens.access_token),
    expected: [401, 'invalid_credentials'],
    good: 200,
  },
  'a client with its secret': {
    send: () => visitor.post('/oauth/introspect', app, { token: tokens.access_token }),
    expected: [401, 'invalid_client'],
    good: 200,
  },
  'a code': {
    send: () => visitor.redeem(app, waiting.code, waiting.verifier),
    expected: [401, 'invalid_client'],
    good: 200,
  },
  'a refresh token': {
    send: () => visitor.refresh(app, tokens.refresh_token),
    expected: [401, 'invalid_client'],
    good: 200,
  },
  'a client ID at authorize': {
    send: () => visitor.authorize(app, pkce().challenge),
    expected: [400],
    good: 303,
  },
  'a portal session': { send: trpc, expected: [401], good: 200 },
  'an upload by form': { send: emptyForm, expected: [401], good: 415 },
  'the page of an invitation': { send: open, expected: [404], good: 200 },
  'an invitation': { send: accept, expected: [404], good: 200 },
  'a sign-in': { send: trySignIn, expected: [401], good: 200 },
  'a signed address': {
    send: () => visitor.get(contentPath),
    expected: [401, 'invalid_credentials'],
    good: 200,
  },
  'an upload URL': {
    send: () => visitor.client.send({ method: 'PUT', ...upload, body: NOTE }),
    expected: [401, 'invalid_credentials'],
    good: 204,
  },
};

describe('suspended organization', () => {
  beforeAll(() => suspend());

  for (const [name, { send, expected }] of Object.entries(CREDENTIALS))
    it(`rejects: ${name}`, async () => {
      const answer = await send();
      const [status, code] = expected;
      expect(answer.status, answer.text).toBe(status);
      if (!code) return;
      expect(code === 'invalid_client' ? errorOf(answer as Answer) : problem(answer as Answer)).toBe(code);
    });

  it('answers its keys like unknown ones', async () => {
    const mine = await visitor.call(key);
    const made = await realKey(place.org);
    await asSuperuser(
      'DELETE FROM api_keys WHERE org_id = $1 AND secret_hash = (SELECT secret_hash FROM api_keys WHERE org_id = $1 ORDER BY id DESC LIMIT 1)',
      [place.org.orgId],
    );
    expect((await visitor.call(made)).print).toBe(mine.print);
  });

  it('does not affect another organization', async () => {
    expect((await visitor.call(await realKey(neighbor.org))).status).toBe(200);
  });

  it('cannot be suspended twice', async () => {
    await expect(suspend()).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('resumed organization', () => {
  beforeAll(() => resume());

  for (const [name, { send, good }] of Object.entries(CREDENTIALS))
    it(`accepts: ${name}`, async () => {
      const answer = await send();
      expect(answer.status, answer.text).toBe(good);
    });

  it('has both operations in its audit, with the reason', async () => {
    const rows = await asSuperuser<{
      action: string;
      actor: string;
      transport: string;
      outcome: string;
      detail: unknown;
    }>(
      "SELECT action, actor, transport, outcome, detail FROM audit_events WHERE org_id = $1 AND action IN ('suspend_organization', 'resume_organization') AND outcome = 'allowed' ORDER BY id",
      [place.org.orgId],
    );
    const by = { actor: 'system', transport: 'admin', outcome: 'allowed' };
    expect(rows).toEqual([
      { action: 'suspend_organization', ...by, detail: { reason: 'Unpaid since May.' } },
      { action: 'resume_organization', ...by, detail: null },
    ]);
  });

  it('cannot be resumed twice', async () => {
    await expect(resume()).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('cannot be suspended without a reason', async () => {
    expect(() => readArguments(['org', 'suspend', place.org.slug], [orgSuspend])).toThrow(/--reason/);
    await expect(operator(['org', 'suspend', place.org.slug, '--reason', '  '])).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
