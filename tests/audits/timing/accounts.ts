import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newId, showId } from '../../../server/shared/ids';
import { createScimToken } from '../../../server/domain/provisioning/tokens';
import { addIdentityDomain } from '../../../server/domain/single-sign-on/add-identity-domain';
import { verifyIdentityDomain } from '../../../server/domain/single-sign-on/verify-identity-domain';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { startWatched } from '../../integration/garbage/service';
import { connect, type Client, type Wire } from '../../integration/matrix/client';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { makeApp } from '../../support/oauth';
import { personWithTotp } from '../../support/second-factors';
import { auc } from './auc';
import { startMailThread } from './mail';
import { middle } from './welch';

/**
 * C-05: neither bytes nor timing of a response reveal whether a name exists. Known and unknown names are requested in
 * pairs, in random order, one request at a time, against the built service. Each address and name is used for a few
 * pairs, and counters are reset before the next, so that no limit is measured.
 */

interface Question {
  name: string;
  status: number;
  /** Pairs from one address and name, below every limit. */
  block: number;
  /** Milliseconds after a response, for deferred work (at random moments, so not tied to one response). */
  rest?: number;
  /** @param block its number: names change from one to the next */
  ask(block: number): { known: Wire; unknown: Wire; warmUp: Wire };
}

const form = 'application/x-www-form-urlencoded';
const post = (path: string, type: string, body: string, headers: Record<string, string> = {}): Wire => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', ...headers },
  body,
});
const stranger = () => `unknown-${randomBytes(6).toString('hex')}@example.org`;

interface Wanted {
  pairs: number;
  /** AUC. */
  most: number;
  /** Only endpoints with this in their name. */
  named: string;
}

export async function measureAccounts({ pairs, most, named }: Wanted): Promise<boolean> {
  const smtp = await startMailThread();
  const service = await startWatched('timing', {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'clinic@example.org',
  });
  const superuser = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  try {
    await superuser.connect();
    let passed = true;
    for (const question of await questions(service.url)) {
      if (!question.name.includes(named)) continue;
      const { known, unknown, prints } = await measure(service.url, superuser, question, pairs);
      const reported = auc(known, unknown);
      const fits = reported <= most && prints.size === 1;
      passed &&= fits;
      process.stdout.write(
        `${fits ? 'ok  ' : 'FAIL'}  ${question.name.padEnd(34)} AUC ${reported.toFixed(3)}  median ${middle(known).toFixed(2)} ms known, ${middle(unknown).toFixed(2)} ms unknown${prints.size === 1 ? '' : ', and not the same bytes'}\n`,
      );
      if (prints.size > 1) process.stdout.write(`${[...prints].slice(0, 2).join('\n---\n')}\n`);
    }
    for (const line of service.problems()) process.stdout.write(`FAIL  ${line}\n`);
    return passed && service.problems().length === 0;
  } finally {
    await superuser.end();
    await service.stop();
    await smtp.close();
  }
}

async function questions(url: string): Promise<Question[]> {
  const org = await testOrg();
  const [plain, disabled, admin] = [
    await personContext(org, 'clinician'),
    await personContext(org, 'viewer'),
    await personContext(await testOrg(), 'admin'),
  ];
  const { person: factor } = await personWithTotp(org, 'admin');
  await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.actor.id]);
  const accounts = [plain.email, disabled.email, factor.email];
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = {
    Cookie: csrf.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
  const login = (email: string) => {
    const fields = { csrfToken, json: 'true', email, password: 'not the password of it' };
    return post('/api/auth/callback/credentials', form, new URLSearchParams(fields).toString(), cookie);
  };
  const forgot = (email: string) =>
    post('/api/public/request-password-reset', 'application/json', JSON.stringify({ email }));
  const invited = async (email: string) => {
    const made = await invitePerson(admin, { name: 'Sam Invited', email, role: 'viewer' });
    const given = {
      secret: made.link!.split('/').at(-1)!,
      account: 'existing',
      password: 'not the password',
    };
    return post('/api/public/accept-invitation', 'application/json', JSON.stringify(given));
  };
  const [invitedKnown, invitedUnknown, invitedOther] = [
    await invited(plain.email),
    await invited(stranger()),
    await invited(stranger()),
  ];
  const hospital = await testOrg();
  const manager = await personContext(hospital, 'admin');
  const domain = await verifiedDomain(hospital, manager);
  const enforced = await personContext(hospital, 'clinician');
  await asSuperuser(
    "UPDATE users SET email = $2, email_hash = sha256(convert_to($2, 'UTF8')) WHERE id = $1",
    [enforced.actor.id, `known@${domain}`],
  );
  await asSuperuser('UPDATE organizations SET single_sign_on_enforced = true WHERE id = $1', [
    hospital.orgId,
  ]);
  const unknownThere = () => `unknown-${randomBytes(6).toString('hex')}@${domain}`;
  const route = (email: string) =>
    post('/api/public/find-single-sign-on', 'application/json', JSON.stringify({ email }));
  const scim = await createScimToken(manager);
  const users = (email: string): Wire => ({
    method: 'GET',
    path: `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
    headers: { Authorization: `Bearer ${scim.token}` },
  });
  const app = await makeApp(admin);
  const someApp = () => showId('oauth_app', newId());
  const authorize = (id: string): Wire => ({
    method: 'GET',
    path: `/oauth/authorize?response_type=code&client_id=${id}&redirect_uri=${encodeURIComponent('https://elsewhere.example/')}`,
    headers: {},
  });
  const token = (id: string) =>
    post('/oauth/token', form, 'grant_type=refresh_token&refresh_token=x', {
      Authorization: `Basic ${Buffer.from(`${id}:${'s'.repeat(43)}`).toString('base64')}`,
    });
  const named = (wire: (email: string) => Wire, known: readonly string[]) => (block: number) => ({
    known: wire(known[block % known.length]!),
    unknown: wire(stranger()),
    warmUp: wire(stranger()),
  });
  return [
    { name: 'sign-in with a wrong password', status: 401, block: 4, ask: named(login, accounts) },
    {
      name: 'sign-in, single sign-on enforced',
      status: 401,
      block: 4,
      ask: () => ({
        known: login(`known@${domain}`),
        unknown: login(unknownThere()),
        warmUp: login(unknownThere()),
      }),
    },
    {
      name: 'the identity provider of an address',
      status: 200,
      block: 4,
      ask: () => ({
        known: route(`known@${domain}`),
        unknown: route(unknownThere()),
        warmUp: route(unknownThere()),
      }),
    },
    { name: 'SCIM, a user of another organization', status: 200, block: 20, ask: named(users, accounts) },
    // An account has at most three open links, and mail is sent some responses later.
    {
      name: 'a link for a forgotten password',
      status: 200,
      block: 3,
      rest: 20,
      ask: named(forgot, accounts),
    },
    {
      name: 'an invitation, wrong password',
      status: 422,
      block: 4,
      ask: () => ({ known: invitedKnown, unknown: invitedUnknown, warmUp: invitedOther }),
    },
    {
      name: 'authorize at another address',
      status: 400,
      block: 20,
      ask: () => ({ known: authorize(app.id), unknown: authorize(someApp()), warmUp: authorize(someApp()) }),
    },
    {
      name: 'a client with a wrong secret',
      status: 401,
      block: 4,
      ask: () => ({ known: token(app.id), unknown: token(someApp()), warmUp: token(someApp()) }),
    },
  ];
}

async function verifiedDomain({ slug }: TestOrg, by: Awaited<ReturnType<typeof personContext>>) {
  const domain = `${slug}.example`;
  const { domains } = await addIdentityDomain(by, { domain });
  await verifyIdentityDomain(by, { domain }, () => Promise.resolve([domains[0]!.record_value]));
  return domain;
}

let addresses = 0;
/** The limit counts by IP address, for a minute. */
const nextAddress = () => {
  const nth = addresses++ % (200 * 250);
  return `127.${20 + Math.floor(nth / 250)}.9.${1 + (nth % 250)}`;
};

interface Measured {
  /** Milliseconds of each response. */
  known: number[];
  unknown: number[];
  prints: Set<string>;
}

async function measure(
  url: string,
  superuser: pg.Client,
  { name, status, block, rest, ask }: Question,
  pairs: number,
): Promise<Measured> {
  const measured: Measured = { known: [], unknown: [], prints: new Set() };
  const send = async (client: Client, wire: Wire) => {
    const began = performance.now();
    const answer = await client.send(wire);
    const took = performance.now() - began;
    if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    if (rest) await pause(rest);
    return { took, print: answer.print };
  };
  // The first blocks warm up the service.
  for (let nth = -Math.ceil(100 / block); measured.known.length < pairs; nth++) {
    await superuser.query('TRUNCATE sign_in_throttles; TRUNCATE password_resets');
    const client = connect(url, 1, nextAddress());
    const { known, unknown, warmUp } = ask(Math.abs(nth));
    await send(client, warmUp);
    for (let pair = 0; pair < block; pair++) {
      // Random order per pair: the second request finds warmer caches.
      const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const side of order) {
        const { took, print } = await send(client, side === 'known' ? known : unknown);
        // Random in each response.
        measured.prints.add(print.replaceAll(/'nonce-[^']+'/g, "'nonce'"));
        if (nth >= 0) measured[side].push(took);
      }
    }
    client.close();
  }
  return measured;
}
