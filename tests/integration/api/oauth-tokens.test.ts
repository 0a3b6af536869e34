import { createHmac, generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessTokenSigner, verifyAccessToken } from '../../../server/auth/access-token';
import { publicKeys, replaceSigningKey, signingKey } from '../../../server/auth/signing-keys';
import { newId, showId } from '../../../server/shared/ids';
import { personContext, testOrg } from '../../support/database';
import { makeApp, Visitor, type Tokens } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';

/** C-08: tokens of others, and altered ones of ours. All get the same response. */

let server: TestServer;
let org: Awaited<ReturnType<typeof testOrg>>;
let visitor: Visitor;
let tokens: Tokens;
let other: Tokens;
let ours: Awaited<ReturnType<typeof signingKey>>;
let strange: { publicKey: CryptoKey; privateKey: CryptoKey };
let publicJwk: JWK;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  const admin = await personContext(org, 'admin');
  visitor = await Visitor.signedIn(server, admin, '127.0.4.1');
  tokens = await visitor.connect(await makeApp(admin));
  other = await visitor.connect(await makeApp(admin));
  ours = await signingKey();
  strange = await generateKeyPair('ES256', { extractable: true });
  publicJwk = (await publicKeys())[0]!;
});
afterAll(() => {
  visitor.close();
  return server.close();
});

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [string, string, string];
const decoded = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const header = () => decoded(parts(tokens.access_token)[0]);
const claims = () => decoded(parts(tokens.access_token)[1]);

/** Signed with our own key, as if it had leaked: only the validation of the content remains. */
async function signed(
  change: Record<string, unknown> | ((own: Record<string, unknown>) => unknown),
  head: Record<string, unknown> = {},
): Promise<string> {
  const own = claims();
  const payload = typeof change === 'function' ? change(own) : { ...own, ...change };
  return rawSigned(encode({ ...header(), ...head }), encode(payload));
}
async function rawSigned(head: string, payload: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    ours.key as CryptoKey,
    Buffer.from(`${head}.${payload}`),
  );
  return `${head}.${payload}.${Buffer.from(signature).toString('base64url')}`;
}
const bare = (head: Record<string, unknown>, signature = parts(tokens.access_token)[2]) =>
  `${encode({ ...header(), ...head })}.${parts(tokens.access_token)[1]}.${signature}`;
const hmac = (secret: string | Buffer) => {
  const text = `${encode({ ...header(), alg: 'HS256' })}.${parts(tokens.access_token)[1]}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const without = (name: string) => signed(({ [name]: _, ...rest }) => rest);
const now = () => Math.floor(Date.now() / 1000);
const strangely = (head: Record<string, unknown>) =>
  new SignJWT(claims())
    .setProtectedHeader({ ...header(), alg: 'ES256', ...head } as never)
    .sign(strange.privateKey);

const FORGED: Record<string, () => string | Promise<string>> = {
  // Algorithms
  'alg none': () => bare({ alg: 'none' }, ''),
  'alg none with a signature': () => bare({ alg: 'none' }),
  'alg nOnE': () => bare({ alg: 'nOnE' }),
  'alg absent': () => rawSigned(encode({ typ: 'at+jwt', kid: ours.kid }), parts(tokens.access_token)[1]),
  'alg empty': () => signed({}, { alg: '' }),
  'alg es256 in small letters': () => signed({}, { alg: 'es256' }),
  'alg as a list': () => signed({}, { alg: ['ES256'] }),
  'HS256 with the public key as JSON': () => hmac(JSON.stringify(publicJwk)),
  'HS256 with the x of the public key': () => hmac(Buffer.from(publicJwk.x!, 'base64url')),
  'HS256 with the kid': () => hmac(ours.kid),
  'HS256 with nothing': () => hmac(''),
  'RS256 by another key': () => {
    const text = `${encode({ ...header(), alg: 'RS256' })}.${parts(tokens.access_token)[1]}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return `${text}.${signBytes('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  },
  'ES384 announced': () => signed({}, { alg: 'ES384' }),
  // Signatures
  'no signature': () => `${parts(tokens.access_token).slice(0, 2).join('.')}.`,
  'two parts': () => parts(tokens.access_token).slice(0, 2).join('.'),
  'four parts': () => `${tokens.access_token}.x`,
  'five parts, as if encrypted': () => `${tokens.access_token}.x.x`,
  'zero signature (r = s = 0)': () => bare({}, Buffer.alloc(64).toString('base64url')),
  'signature of ones': () => bare({}, Buffer.alloc(64, 0xff).toString('base64url')),
  'signature of another token': () => bare({}, parts(other.access_token)[2]),
  'signature in DER': () =>
    bare({}, Buffer.concat([Buffer.from([0x30, 68]), Buffer.alloc(68)]).toString('base64url')),
  'signature cut': () => tokens.access_token.slice(0, -4),
  'signature with its last letter changed': () => {
    const last = tokens.access_token.at(-1)!;
    return (
      tokens.access_token.slice(0, -1) + (last === 'A' ? 'B' : String.fromCharCode(last.charCodeAt(0) + 1))
    );
  },
  'payload of another token': () =>
    `${parts(tokens.access_token)[0]}.${parts(other.access_token)[1]}.${parts(tokens.access_token)[2]}`,
  'payload changed': () =>
    `${parts(tokens.access_token)[0]}.${encode({ ...claims(), scope: ['webhooks:manage'] })}.${parts(tokens.access_token)[2]}`,
  'signed by a stranger under our kid': () => strangely({}),
  // Keys
  'kid absent': () => rawSigned(encode({ alg: 'ES256', typ: 'at+jwt' }), parts(tokens.access_token)[1]),
  'kid that is unknown': () => strangely({ kid: randomUUID() }),
  'kid that leads through folders': () => strangely({ kid: '../../../../dev/null' }),
  'kid with SQL': () => strangely({ kid: "' or 1=1 --" }),
  'kid that is an object': () => signed({}, { kid: { $ne: null } }),
  'kid in capitals': () => signed({}, { kid: ours.kid.toUpperCase() }),
  'kid __proto__': () => strangely({ kid: '__proto__' }),
  'jwk in the header': async () => strangely({ jwk: await exportJWK(strange.publicKey) }),
  'jku in the header': () => strangely({ jku: 'https://evil.example/keys' }),
  'x5u in the header': () => strangely({ x5u: 'https://evil.example/cert' }),
  'x5c in the header': () => strangely({ x5c: ['MIIB'] }),
  'jku with a valid signature': () => signed({}, { jku: `${server.url}/oauth/jwks` }),
  'crit of something unknown': () => signed({}, { crit: ['exp2'], exp2: 1 }),
  'crit of b64': () => signed({}, { crit: ['b64'], b64: false }),
  'crit that is empty': () => signed({}, { crit: [] }),
  // Types
  'typ JWT': () => signed({}, { typ: 'JWT' }),
  'typ of an id token': () => signed({}, { typ: 'id_token+jwt' }),
  'typ application/at+jwt': () => signed({}, { typ: 'application/at+jwt' }),
  'typ absent': () => rawSigned(encode({ alg: 'ES256', kid: ours.kid }), parts(tokens.access_token)[1]),
  'header with a member twice': () =>
    rawSigned(
      encode(`{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"${ours.kid}"}`),
      parts(tokens.access_token)[1],
    ),
  'header with a space': () =>
    rawSigned(encode(`{ "alg":"ES256","typ":"at+jwt","kid":"${ours.kid}"}`), parts(tokens.access_token)[1]),
  'header that is a list': () => rawSigned(encode([]), parts(tokens.access_token)[1]),
  'header that is no JSON': () => rawSigned(encode('{'), parts(tokens.access_token)[1]),
  // Claims with a valid signature
  'payload with a claim twice': () =>
    rawSigned(
      parts(tokens.access_token)[0],
      encode(JSON.stringify(claims()).replace('{', '{"sub":"usr_x",')),
    ),
  'payload that is text': () => signed(() => 'text'),
  'iss of another service': () => signed({ iss: 'https://evil.example' }),
  'iss with a slash at its end': () => signed({ iss: `${server.url}/` }),
  'iss absent': () => without('iss'),
  'aud of another service': () => signed({ aud: 'https://evil.example/v1' }),
  'aud that is the issuer': () => signed({ aud: server.url }),
  'aud as a list with ours': () => signed({ aud: [`${server.url}/v1`, 'https://evil.example'] }),
  'aud absent': () => without('aud'),
  'exp absent': () => without('exp'),
  'exp far away': () => signed({ exp: now() + 86_400 }),
  'exp as text': () => signed({ exp: String(now() + 3600) }),
  'issued in the future': () => signed({ iat: now() + 60, exp: now() + 3660 }),
  'iat absent': () => without('iat'),
  'iat with a fraction': () =>
    signed((own) => ({ ...own, iat: Number(own.iat) - 0.5, exp: Number(own.iat) + 3599.5 })),
  'not good before later': () => signed({ nbf: now() + 600 }),
  'scope as text': () => signed({ scope: 'patients:read labs:read' }),
  'scope with an unknown word': () => signed({ scope: ['patients:read', 'admin'] }),
  'scope twice': () => signed({ scope: ['labs:read', 'labs:read'] }),
  'scope empty': () => signed({ scope: [] }),
  'scope absent': () => without('scope'),
  'unknown sub': () => signed({ sub: showId('user', newId()) }),
  'sub that is a key': () => signed({ sub: showId('api_key', newId()) }),
  'unknown org': () => signed({ org: showId('organization', newId()) }),
  'org of a neighbor': async () => signed({ org: showId('organization', (await testOrg()).orgId) }),
  'org of the sandbox': async () => {
    const sandbox = await testOrg({ sandboxOf: org.slug });
    return signed({ org: showId('organization', sandbox.orgId) });
  },
  'org with SQL': () => signed({ org: "org_' or 1=1" }),
  'unknown grant': () => signed({ grant: showId('oauth_grant', newId()) }),
  'grant of another application': () => signed({ grant: decoded(parts(other.access_token)[1]).grant }),
  'client of another grant': () => signed({ client_id: decoded(parts(other.access_token)[1]).client_id }),
  'jti absent': () => without('jti'),
  // Other things that are not access tokens
  'a refresh token': () => tokens.refresh_token,
  'of 4,000 characters': () => `${encode('{}')}.${'a'.repeat(3_900)}.${'b'.repeat(86)}`,
  'of 12,000 characters': () => signed({ pad: 'x'.repeat(9_000) }),
  'with base64 of another kind': () => tokens.access_token.replaceAll('-', '+').replaceAll('_', '/') + '=',
};

describe('foreign and altered tokens', () => {
  it('are rejected with one answer', async () => {
    expect(Object.keys(FORGED).length).toBeGreaterThanOrEqual(60);
    expect((await visitor.call(tokens.access_token)).status).toBe(200);
    const prints = new Map<string, string>();
    for (const [name, make] of Object.entries(FORGED)) {
      const answer = await visitor.call(await make());
      expect(answer.status, `${name}: ${answer.text}`).toBe(401);
      prints.set(answer.print, name);
    }
    expect([...prints.values()].length, [...prints.values()].join(', ')).toBe(1);
    expect([...prints.keys()][0]).toContain('invalid_credentials');
    expect((await visitor.call(tokens.access_token)).status).toBe(200);
  });

  it('of a megabyte cost no signature check, and are rejected by the listener', async () => {
    const large = await signed({ pad: 'x'.repeat(1024 * 1024) });
    await expect(verifyAccessToken(large)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await visitor.call(large)).status).toBe(431);
  });

  it('are reported as expired only when everything else is valid', async () => {
    const past = { iat: now() - 3601, exp: now() - 1 };
    const expired = await visitor.call(await signed(past));
    expect([expired.status, JSON.parse(expired.text)]).toMatchObject([401, { code: 'token_expired' }]);
    const wrong = [
      await signed({ ...past, iss: 'https://evil.example' }),
      await signed({ ...past, aud: 'https://evil.example' }),
      await signed({ ...past, scope: 'labs:read' }),
      bare({}, Buffer.alloc(64).toString('base64url')),
      `${parts(tokens.access_token)[0]}.${encode({ ...claims(), ...past })}.${parts(tokens.access_token)[2]}`,
    ];
    for (const token of wrong)
      expect((JSON.parse((await visitor.call(token)).text) as { code: string }).code).toBe(
        'invalid_credentials',
      );
  });

  it('expire exactly at exp', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const exp = Number(claims().exp) * 1000;
      vi.setSystemTime(exp - 1);
      await expect(verifyAccessToken(tokens.access_token)).resolves.toBeTruthy();
      vi.setSystemTime(exp);
      await expect(verifyAccessToken(tokens.access_token)).rejects.toMatchObject({ code: 'token_expired' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('stay valid through a key rotation; a key of another service is rejected', async () => {
    const before = ours.kid;
    await replaceSigningKey(true);
    expect((await signingKey()).kid).not.toBe(before);
    expect((await publicKeys()).map(({ kid }) => kid)).toContain(before);
    expect((await visitor.call(tokens.access_token)).status).toBe(200);
    const next = JSON.parse((await visitor.refresh(await ownApp(), tokens.refresh_token)).text) as {
      error?: string;
    };
    expect(next.error).toBe('invalid_grant'); // issued to another client, so the family has ended
    expect((await visitor.call(tokens.access_token)).status).toBe(401);
    const sign = await accessTokenSigner();
    expect(typeof sign).toBe('function');
    await expect(importJWK((await publicKeys())[0]!, 'ES256')).resolves.toBeTruthy();
  });
});

async function ownApp() {
  return makeApp(await personContext(await testOrg(), 'admin'));
}
