import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { SCOPES } from '../../../server/shared/scopes';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { freePort } from '../../support/server';
import { readDemo, startService, type Service } from '../../support/service';

/** The built service in a temporary folder, with a key that has all scopes and signed-in users. */

export interface Scanned {
  service: Service;
  adminUrl: string;
  key: string;
  /** Session cookies of administrators, one each. */
  cookies: string[];
  /** With the API key; fails if the request is rejected. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** As the first administrator, through `/api/trpc`. */
  trpc<T>(procedure: string, input: object): Promise<T>;
  html(path: string): Promise<string>;
  /** `npm run admin -- … --json` */
  admin(...args: string[]): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Each user has 300 requests a minute: enough users for a scanner's speed, with a margin. */
const PEOPLE = 24;

export async function startScanned(folder: string): Promise<Scanned> {
  const dataDir = path.join(folder, 'data');
  const service = await startService({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    // Without the worker, so that webhooks created by a scanner send nothing.
    CLINICAL_ROLES: 'web,intake',
    // The addresses of the demo records, where nothing responds.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_PORTS: '9',
    WEBHOOK_ALLOW_HTTP: 'true',
    ORDER_ALLOW_CIDRS: '127.0.0.0/8',
    ORDER_ALLOW_PORTS: '8443',
  });
  try {
    return await furnished(service, dataDir);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function furnished(service: Service, dataDir: string): Promise<Scanned> {
  const admin = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/admin.mjs', ...args, '--json'], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const made = await admin(
    'api-key',
    'create',
    '--org',
    'demo',
    '--name',
    'scanner',
    '--scopes',
    SCOPES.join(','),
    '--rate-limit',
    '1000000',
  );
  const key = String(made.key);
  const demo = await readDemo(dataDir);
  const people: Credentials[] = [demo.people.find(({ role }) => role === 'admin')!];
  for (let at = 1; at < PEOPLE; at += 4)
    people.push(
      ...(await Promise.all(
        [at, at + 1, at + 2, at + 3].map(async (n) => {
          const person = { email: `scan${n}@demo.example`, password: `scanned-by-number-${n}-of-many` };
          await admin(
            'user',
            'create',
            '--org',
            'demo',
            '--role',
            'admin',
            '--name',
            `Scan ${n}`,
            '--email',
            person.email,
            '--password',
            person.password,
          );
          return person;
        }),
      )),
    );
  const cookies: string[] = [];
  for (const person of people) cookies.push(await signIn(service.url, person));
  const ask = async (route: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(service.url + route, { redirect: 'manual', ...init });
    if (!answer.ok)
      throw new Error(`${init.method ?? 'GET'} ${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = { 'Content-Type': 'application/json' };
  const ofPage = { Cookie: cookies[0]!, 'Sec-Fetch-Site': 'same-origin' };
  return {
    service,
    adminUrl: (await connectionOfRunningServer(dataDir))!.adminUrl,
    key,
    cookies,
    async api(method, route, body) {
      const answer = await ask(route, {
        method,
        headers: { Authorization: `Bearer ${key}`, ...(body ? json : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (answer.status === 204 ? null : await answer.json()) as never;
    },
    async trpc(procedure, input) {
      const answer = await ask(`/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { ...ofPage, ...json },
        body: JSON.stringify(input),
      });
      return ((await answer.json()) as { result: { data: unknown } }).result.data as never;
    },
    html: async (route) => (await ask(route, { headers: ofPage })).text(),
    admin,
    close: async () => void (await service.stop()),
  };
}

export interface Credentials {
  email: string;
  password: string;
}

/** Like the form of the sign-in page. */
export async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookiesOf(first) },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  });
  const session = cookiesOf(answer)
    .split('; ')
    .find((cookie) => /session/.test(cookie));
  if (!session) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  return session;
}

export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');

/** 5xx responses counted by the service, and rate-limited ones: a scanner that was limited has tested nothing. */
export async function countsOf({
  url,
}: Service): Promise<{ broken: number; limited: number; requests: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  return {
    requests: sum(/^clinical_http_request_seconds_count\{.*\} (\d+)$/gm),
    broken: sum(/^clinical_http_request_seconds_count\{.*status="5\d\d".*\} (\d+)$/gm),
    limited: sum(/^clinical_rate_limited_requests_total\{.*\} (\d+)$/gm),
  };
}

/** Log lines of level `error` and above, and other output, which a crash produces. */
export function complaintsOf(service: Service): string[] {
  return service
    .output()
    .split('\n')
    .filter((line) => (line.startsWith('{') ? /"level":(50|60)/.test(line) : /error|exception/i.test(line)));
}
