import { request, type BrowserContext, type Page } from '@playwright/test';
import { demo, expect, test, url } from './portal';
import { checkAnswer, type PatientRecord } from './page-checks';
import { fillingOfDemo, type Filling } from './page-routes';

/** One sign-in per role for all page tests, and requests without a browser as that user. */

export type Role = 'admin' | 'clinician' | 'viewer' | 'laboratory_staff' | 'front_desk' | 'auditor';
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const sessions = new Map<Role, { cookies: Cookies; at: number }>();

/** Sensitive actions require a sign-in within ten minutes. */
const RECENT_MS = 8 * 60_000;

async function cookiesOf(role: Role): Promise<Cookies> {
  const known = sessions.get(role);
  if (known && Date.now() - known.at < RECENT_MS) return known.cookies;
  const { email, password } = (await demo()).people.find((person) => person.role === role)!;
  const client = await request.newContext({ baseURL: url() });
  const csrf = await client.get('/api/auth/csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password };
  const answer = await client.post('/api/auth/callback/credentials', { form, maxRedirects: 0 });
  expect(answer.headers()['location'], `sign-in of the ${role}`).not.toContain('error');
  const { cookies } = await client.storageState();
  await client.dispose();
  sessions.set(role, { cookies, at: Date.now() });
  return cookies;
}

export async function actAs(page: Page, role: Role): Promise<void> {
  await page.context().addCookies(await cookiesOf(role));
}

/** Opens a page and checks the headers of every response. */
export async function open(page: Page, path: string, status = 200): Promise<void> {
  const response = (await page.goto(`${url()}${path}`))!;
  expect(response.status(), path).toBe(status);
  checkAnswer(await response.allHeaders(), await response.text());
}

/** The response for this user, not followed if it redirects. */
export async function answerFor(role: Role, path: string): Promise<Response> {
  const cookies = await cookiesOf(role);
  return fetch(`${url()}${path}`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    redirect: 'manual',
  });
}

/** The HTML for this user. */
export const htmlFor = async (role: Role, path: string): Promise<string> =>
  (await answerFor(role, path)).text();

/** A mutation of the portal as this user. */
export async function portal<T>(role: Role, procedure: string, input: object): Promise<T> {
  const cookies = await cookiesOf(role);
  const answer = await fetch(`${url()}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

export async function api<T>(path: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(`${url()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${(await demo()).apiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

export const newPatient = (family: string, given: string): Promise<PatientRecord> =>
  api('/v1/patients', { name: { family, given: [given] }, birth_date: '1970-01-31', sex: 'unknown' });

export interface Records {
  ids: Filling;
  /** An empty chart. */
  bare: PatientRecord;
}

/** Finds or creates the records of one test file, and removes created ones. */
export function demoRecords(): () => Records {
  let records: Records | undefined;
  test.beforeAll(async () => {
    const ids = await fillingOfDemo({
      html: (path) => htmlFor('admin', path),
      portal: (procedure, input) => portal('admin', procedure, input),
      service: url(),
      api,
    });
    records = { ids, bare: await newPatient('Bare', 'Charta') };
  });
  test.afterAll(async () => {
    if (!records) return;
    await portal('admin', 'oauthApps.deleteOauthApp', { id: records.ids.appId });
    await portal('admin', 'labConnections.deleteLabConnection', { id: records.ids.connectionId });
    await api(`/v1/webhooks/${records.ids.webhookId}`, undefined, 'DELETE');
    await api(`/v1/patients/${records.bare.id}`, undefined, 'DELETE');
  });
  return () => records!;
}
