import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, decodeJwt, type JWK, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

/** A real OpenID Connect provider on loopback, which signs in the chosen account without asking. */

interface Account {
  sub: string;
  claims: Record<string, unknown>;
  amr?: string[];
}

export interface TestProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** Who signs in next. */
  account: Account;
  /** Replaces claims of the next ID tokens, or the whole token; null: as issued. */
  alter: ((claims: JWTPayload) => JWTPayload | string | Promise<string>) | null;
  /** `sub` of accounts that were removed. */
  removed: Set<string>;
  /** Encrypts ID tokens to these keys; undefined: not encrypted. */
  encryptTo(keys: JWK[] | undefined, algorithm?: string): void;
  /** Replaces the signing key, as a provider does from time to time. */
  rotate(): Promise<void>;
  sign(claims: JWTPayload, header?: object): Promise<string>;
  close(): Promise<void>;
}

/** @param options redirect URIs of the service */
export async function startProvider(options: {
  redirect: string;
  postLogout: string;
  port?: number;
}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'portal', secret: 'secret/of the+portal with 32 characters' };
  let key: JWK;
  let encryption: object = {};
  const rebuild = () => {
    server.removeAllListeners('request');
    server.on('request', build(state, key, encryption, options).callback());
  };
  const state = {
    issuer,
    client,
    account: { sub: 'sub-1', claims: {} },
    alter: null,
    removed: new Set(),
    encryptTo(keys: JWK[] | undefined, algorithm = 'RSA-OAEP-256') {
      encryption = keys
        ? {
            jwks: { keys },
            id_token_encrypted_response_alg: algorithm,
            id_token_encrypted_response_enc: 'A256GCM',
          }
        : {};
      rebuild();
    },
    async rotate() {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      key = {
        ...(await exportJWK(privateKey)),
        kid: `key-${Date.now()}-${Math.random()}`,
        alg: 'RS256',
        use: 'sig',
      };
      rebuild();
    },
    sign: async (claims: JWTPayload, header: object = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid!, ...header })
        .sign(await importJWK(key, 'RS256')),
    close: () => stop(server),
  } as TestProvider;
  await state.rotate();
  return state;
}

function build(
  state: TestProvider,
  key: JWK,
  encryption: object,
  { redirect, postLogout }: { redirect: string; postLogout: string },
): Provider {
  const provider = new Provider(state.issuer, {
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    clients: [
      {
        client_id: state.client.id,
        client_secret: state.client.secret,
        redirect_uris: [redirect],
        post_logout_redirect_uris: [postLogout],
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token'],
        ...encryption,
      },
    ],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      sid: null,
      acr: null,
      amr: null,
      auth_time: null,
    },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      encryption: { enabled: true },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/enter/${uid}` },
    findAccount: (_ctx: unknown, sub: string) =>
      state.removed.has(sub)
        ? undefined
        : { accountId: sub, claims: () => ({ sub, ...state.account.claims }) },
    async loadExistingGrant(ctx: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: state.client.id, accountId: ctx.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/enter/')) {
      const { sub, amr } = state.account;
      await provider.interactionFinished(ctx.req, ctx.res, {
        login: { accountId: sub, ...(amr ? { amr } : {}) },
      });
      return;
    }
    await next();
    const issued = ctx.body?.id_token;
    if (ctx.path !== '/token' || typeof issued !== 'string' || !state.alter) return;
    const altered = await state.alter(decodeJwt(issued));
    ctx.body = { ...ctx.body, id_token: typeof altered === 'string' ? altered : await state.sign(altered) };
  });
  return provider;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
