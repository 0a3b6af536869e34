import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '../../server/shared/scopes';
import type { Context } from '../../server/shared/context';
import type { CreateOauthAppInput } from '../../server/domain/oauth-apps/contract';
import { createOauthApp } from '../../server/domain/oauth-apps/create-oauth-app';
import { connect, type Answer, type Client } from '../integration/matrix/client';
import type { TestServer } from './server';
import { signInAs } from './session';

/** The OAuth steps of browsers and programs over HTTP; each can be modified. */

export interface App {
  id: string;
  secret: string | null;
  method: 'client_secret_basic' | 'client_secret_post' | 'none';
  redirectUri: string;
}

export const CALLBACK = 'https://client.example/callback';

export async function makeApp(
  admin: Context,
  change: Partial<CreateOauthAppInput> = {},
  scopes: Scope[] = ['patients:read', 'patients:write', 'labs:read'],
): Promise<App> {
  const made = await createOauthApp(admin, {
    name: 'AcmeSync',
    kind: 'confidential',
    redirect_uris: [CALLBACK],
    scopes,
    ...change,
  });
  return {
    id: made.id,
    secret: made.client_secret ?? null,
    method: made.auth_method,
    redirectUri: made.redirect_uris[0]!,
  };
}

export const makePublicApp = (admin: Context, change: Partial<CreateOauthAppInput> = {}): Promise<App> =>
  makeApp(admin, { kind: 'public', ...change });

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

type Change = Record<string, string | string[] | null>;

/** Null omits a parameter, a list repeats it. */
function encode(parameters: Change): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, one] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}

/** A browser with cookies, and a program, both from one loopback address. */
export class Visitor {
  readonly client: Client;

  constructor(
    readonly server: TestServer,
    readonly cookie: string | null,
    from = '127.0.0.1',
  ) {
    this.client = connect(server.url, 50, from);
  }

  static async signedIn(
    server: TestServer,
    person: { email: string; password: string },
    from?: string,
  ): Promise<Visitor> {
    return new Visitor(server, (await signInAs(person)).cookie, from);
  }

  close(): void {
    this.client.close();
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie: Record<string, string> = this.cookie ? { Cookie: this.cookie } : {};
    return this.client.send({ method: 'GET', path, headers: { ...cookie, ...headers } });
  }

  authorize(app: App, challenge: string, change: Change = {}): Promise<Answer> {
    const query = encode({
      response_type: 'code',
      client_id: app.id,
      redirect_uri: app.redirectUri,
      scope: 'patients:read labs:read',
      state: 'st4te',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...change,
    });
    return this.get(`/oauth/authorize?${query}`);
  }

  async consentPage(secret: string): Promise<{ status: number; csrf: string; text: string }> {
    const input = encodeURIComponent(JSON.stringify({ id: secret }));
    const answer = await this.get(`/api/trpc/oauth.getConsentRequest?input=${input}`, {
      'Sec-Fetch-Site': 'same-origin',
    });
    const { result } = JSON.parse(answer.text) as { result?: { data: { csrf: string } } };
    return { status: answer.status, csrf: result?.data.csrf ?? '', text: answer.text };
  }

  decide(parameters: Change, headers: Record<string, string> = {}): Promise<Answer> {
    return this.client.send({
      method: 'POST',
      path: '/oauth/decide',
      headers: {
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: encode(parameters),
    });
  }

  /** From the client's redirect to the response at its callback. */
  async consent(
    app: App,
    change: { authorize?: Change; scope?: string[]; decision?: string } = {},
  ): Promise<{ callback: URL; verifier: string }> {
    const { verifier, challenge } = pkce();
    const started = await this.authorize(app, challenge, change.authorize);
    const location = started.headers.location ?? '';
    const secret = /^\/oauth\/consent\/([A-Za-z0-9_-]{43})$/.exec(location)?.[1];
    if (!secret) return { callback: new URL(location, this.server.url), verifier };
    const { csrf } = await this.consentPage(secret);
    const scope = change.scope ?? ['patients:read', 'labs:read'];
    const decided = await this.decide({ id: secret, csrf, scope, decision: change.decision ?? 'allow' });
    return { callback: new URL(decided.headers.location ?? '', this.server.url), verifier };
  }

  /** @param as client authentication; the client's own by default */
  post(
    path: string,
    app: App,
    parameters: Change,
    as: Pick<App, 'method' | 'secret'> = app,
  ): Promise<Answer> {
    const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
    const basic = Buffer.from(`${encoded(app.id)}:${encoded(as.secret ?? '')}`).toString('base64');
    const inBody =
      as.method === 'client_secret_basic'
        ? {}
        : { client_id: app.id, ...(as.method === 'none' ? {} : { client_secret: as.secret }) };
    return this.client.send({
      method: 'POST',
      path,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(as.method === 'client_secret_basic' ? { Authorization: `Basic ${basic}` } : {}),
      },
      body: encode({ ...inBody, ...parameters }),
    });
  }

  redeem(app: App, code: string, verifier: string, change: Change = {}): Promise<Answer> {
    return this.post('/oauth/token', app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
      ...change,
    });
  }

  refresh(app: App, token: string, change: Change = {}): Promise<Answer> {
    return this.post('/oauth/token', app, { grant_type: 'refresh_token', refresh_token: token, ...change });
  }

  async code(app: App): Promise<{ code: string; verifier: string }> {
    const { callback, verifier } = await this.consent(app);
    const code = callback.searchParams.get('code');
    if (!code) throw new Error(`No code at ${callback.href}`);
    return { code, verifier };
  }

  /** The complete flow. */
  async connect(app: App): Promise<Tokens> {
    const { code, verifier } = await this.code(app);
    const answer = await this.redeem(app, code, verifier);
    if (answer.status !== 200) throw new Error(answer.text);
    return JSON.parse(answer.text) as Tokens;
  }

  call(token: string, path = '/v1/patients?limit=1'): Promise<Answer> {
    return this.client.send({ method: 'GET', path, headers: { Authorization: `Bearer ${token}` } });
  }
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export const errorOf = (answer: Answer): string => (JSON.parse(answer.text) as { error: string }).error;
