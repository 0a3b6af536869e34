import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../server/api/root';
import { authCookieName } from '../../server/auth/auth-cookies';
import { sessionOfSecret } from '../../server/auth/portal-session';
import { updateOrganisationSettings } from '../../server/domain/organisations/update-organisation-settings';
import { asSuperuser, personContext } from '../support/database';
import { makeApp, pkce, Visitor } from '../support/oauth';
import { personWithTotp, portalContextOf, withPassword } from '../support/second-factors';
import { startServer, type TestServer } from '../support/server';
import { sessionCookieFor, signInAs } from '../support/session';
import { connect, inLanes, type Client } from './client';
import { PROCEDURES, ROLES } from './policy';
import { ownCases, SETTINGS } from './portal-inputs';
import { makeScene, viewOfLive, type Scene } from './scene';

/** C-03: where the organisation asks for a second factor, a password opens nothing: no procedure, no consent, no upload. */

let server: TestServer;
let scene: Scene;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  scene = await makeScene();
  client = connect(server.url, 8);
}, 120_000);
afterAll(() => {
  client.close();
  return server.close();
});

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' } }
>;
const rule = (word: string) =>
  asSuperuser('UPDATE organisations SET second_factor = $1 WHERE id = $2', [word, scene.live.org.orgId]);

describe('without the second factor that is asked for', () => {
  it('no procedure answers, neither to a session from before nor to a half-done sign-in', async () => {
    const { org } = scene.live;
    const holders: { name: string; cookie: string }[] = [];
    for (const role of ROLES) {
      const person = await personContext(org, role);
      holders.push({ name: `${role}, session of before`, cookie: (await signInAs(person)).cookie });
    }
    await rule('everyone');
    const person = await personContext(org, 'admin');
    const { step } = await withPassword(person);
    holders.push(
      { name: 'step', cookie: `${authCookieName('step')}=${step}` },
      { name: 'step as session', cookie: await sessionCookieFor(step!) },
    );
    const view = viewOfLive(scene);
    const wrong: string[] = [];
    const tries = holders.flatMap((holder) =>
      Object.keys(procedures).map((procedure) => ({ ...holder, procedure })),
    );
    await inLanes(8, tries, async ({ name, cookie, procedure }) => {
      const own = ownCases(procedure)[0]!;
      const kind = PROCEDURES[procedure]!.id;
      const input = JSON.stringify(await own.input(view, () => Promise.resolve(view.own.things[kind!])));
      const isQuery = procedures[procedure]!._def.type === 'query';
      const answer = await client.send({
        method: isQuery ? 'GET' : 'POST',
        path: `/api/trpc/${procedure}${isQuery ? `?input=${encodeURIComponent(input)}` : ''}`,
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
        ...(isQuery ? {} : { body: input }),
      });
      if (answer.status !== 401 || answer.text.includes('"result"'))
        wrong.push(`${name}: ${procedure}: ${answer.status}`);
    });
    expect(wrong).toEqual([]);
    expect(tries.length).toBeGreaterThan(200);

    const form = new FormData();
    form.set('metadata', JSON.stringify({ patient_id: view.own.things.patient }));
    form.set('file', new Blob(['A note.']), 'note.txt');
    const upload = await fetch(`${server.url}/api/portal/documents`, {
      method: 'POST',
      body: form,
      headers: { Cookie: holders[0]!.cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(upload.status).toBe(401);
    await upload.arrayBuffer();
    await rule('optional');
    // The same sessions are let in again: nothing else was wrong with them.
    const again = await client.send({
      method: 'GET',
      path: '/api/trpc/patients.listPatients?input=%7B%7D',
      headers: { Cookie: holders[0]!.cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(again.status).toBe(200);
  }, 60_000);

  it('an application is granted nothing: who comes with a password alone has to sign in', async () => {
    const app = await makeApp(scene.live.admin);
    const person = await personContext(scene.live.org, 'clinician');
    const visitor = await Visitor.signedIn(server, person);
    await rule('everyone');
    const { challenge } = pkce();
    const sent = await visitor.authorize(app, challenge);
    const secret = /\/oauth\/consent\/([\w-]{43})$/.exec(String(sent.headers.location))?.[1];
    expect(secret).toBeDefined();
    expect((await visitor.consentPage(secret!)).status).toBe(401);
    const silent = await visitor.authorize(app, challenge, { prompt: 'none' });
    expect(String(silent.headers.location)).toContain('error=login_required');
    visitor.close();
    await rule('optional');
  });

  it('of administrators only: others go on', async () => {
    const [admin, viewer] = [
      await signInAs(await personContext(scene.live.org, 'admin')),
      await signInAs(await personContext(scene.live.org, 'viewer')),
    ];
    await rule('admins');
    expect(await sessionOfSecret(admin.sid)).toBeNull();
    expect(await sessionOfSecret(viewer.sid)).not.toBeNull();
    await rule('optional');
  });

  it('nobody asks others for it: an administrator has one first, and then stays signed in', async () => {
    const { org } = scene.live;
    const settings = { ...SETTINGS, second_factor: 'everyone' as const };
    const bare = await signInAs(await personContext(org, 'admin'));
    await expect(updateOrganisationSettings(await portalContextOf(bare.sid), settings)).rejects.toMatchObject(
      { code: 'invalid_state' },
    );
    const { sid } = await personWithTotp(org, 'admin');
    await updateOrganisationSettings(await portalContextOf(sid), settings);
    expect(await sessionOfSecret(sid)).not.toBeNull();
    expect(await sessionOfSecret(bare.sid)).toBeNull();
    await rule('optional');
  });
});
