import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from '../../../server/auth/secret-box';
import {
  clientSecretOf,
  findSignOnProvider,
  logoutUrlOf,
  placeOfLogoutUrl,
  placeOfRefreshToken,
} from '../../../server/auth/single-sign-on/provider';
import { tokenKeysOf } from '../../../server/auth/single-sign-on/token-keys';
import { signingKey } from '../../../server/auth/signing-keys';
import { acceptTotp } from '../../../server/auth/totp';
import { withScope } from '../../../server/db/transaction';
import { getDraft } from '../../../server/domain/drafts/get-draft';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { registerKeys } from '../../../server/domain/encryption-keys/register-keys';
import { rotateKeys } from '../../../server/domain/encryption-keys/rotate-keys';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createTokenKey } from '../../../server/domain/single-sign-on/create-token-key';
import { saveIdentityProvider } from '../../../server/domain/single-sign-on/save-identity-provider';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { readSecret } from '../../../server/domain/webhooks/secrets';
import { secretsOf } from '../../../server/domain/order-destinations/access';
import { env } from '../../../server/env';
import { newId } from '../../../server/shared/ids';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { sendTo } from '../../support/order-transmission';
import { codeOf, personWithTotp } from '../../support/second-factors';
import { nightly } from '../../support/test-size';

const before = env.ENCRYPTION_KEYS!;
const olderId = before.slice(0, before.indexOf(':'));
const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const newer = key('newer');
const use = (...keys: string[]) => void (env.ENCRYPTION_KEYS = keys.join(','));
const registered = async () =>
  (await asSuperuser<{ id: string }>('SELECT id FROM encryption_keys ORDER BY created_at')).map(
    ({ id }) => id,
  );

/** Columns of all tables with a value that a key encrypts. */
async function encryptedWith(id: string): Promise<string[]> {
  const columns = await asSuperuser<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> 'encryption_keys'`,
  );
  const some = columns.map(
    ({ table, column }) =>
      `SELECT '${table}.${column}' AS name WHERE EXISTS (SELECT 1 FROM "${table}" WHERE "${column}" ~ $1)`,
  );
  const found = await asSuperuser<{ name: string }>(`${some.join(' UNION ALL ')} ORDER BY name`, [
    `^${id}\\.[A-Za-z0-9_-]{38,}$`,
  ]);
  return found.map(({ name }) => name);
}

beforeAll(() => asSuperuser('DELETE FROM encryption_keys'));
/** Other files use the same database with the earlier key. */
afterAll(async () => {
  await asSuperuser("DELETE FROM drafts WHERE content LIKE 'lost.%'");
  await asSuperuser('DELETE FROM encryption_keys');
  use(before, newer);
  await registerKeys();
  expect(await rotateKeys()).toMatchObject({ key: olderId, unreadable: 0 });
  use(before);
  await asSuperuser('DELETE FROM encryption_keys');
});

describe('encryption keys', () => {
  it('are registered by the start, which a missing or changed key stops', async () => {
    await registerKeys();
    await registerKeys();
    expect(await registered()).toEqual([olderId]);
    use(newer);
    await expect(registerKeys()).rejects.toThrow(`does not contain the key ${olderId}`);
    use(key(olderId));
    await expect(registerKeys()).rejects.toThrow(`is not the key ${olderId} of this database`);
    expect(await registered()).toEqual([olderId]);
  });

  it('are rotated, and the earlier one can be removed', nightly, async () => {
    use(before);
    const org = await testOrg();
    const ctx = await personContext(org, 'clinician');
    const { person, secret } = await personWithTotp(org);
    const hook = await createWebhook(
      org.ctx,
      createWebhookInput.parse({ url: 'https://93.184.215.14/hook' }),
    );
    const lab = await createLabConnection(org.ctx, { name: 'Laboratory', transport: 'https' });
    await sendTo(org, lab.id, {
      transport: 'https',
      url: 'https://93.184.216.34/orders',
      bearer_token: 'a-token',
    });
    const admin = await personContext(org, 'admin');
    await saveIdentityProvider(admin, {
      issuer: 'https://93.184.216.34',
      client_id: 'portal',
      client_secret: 'of the client',
      automatic: false,
      groups_claim: null,
      role_rules: [],
      default_role: null,
      checks_sessions: true,
      second_factor_values: [],
    });
    await createTokenKey(admin);
    const identityId = newId();
    await asSuperuser(
      'UPDATE auth_sessions SET identity_id = $2, logout_url = $3, refresh_token = $4 WHERE org_id = $1',
      [
        org.orgId,
        identityId,
        sealSecret('https://id.example.org/end', placeOfLogoutUrl(org.orgId, identityId)),
        sealSecret('refresh', placeOfRefreshToken(org.orgId, identityId)),
      ],
    );
    await saveDraft(ctx, { form: '/patients/new', content: '{"family":"Draft"}' });
    const { kid } = await signingKey();
    // Other files of this database may have left values in further columns.
    const columns = await encryptedWith(olderId);
    expect(columns).toEqual(
      expect.arrayContaining([
        'auth_sessions.logout_url',
        'auth_sessions.refresh_token',
        'drafts.content',
        'identity_providers.client_secret',
        'identity_providers.token_keys',
        'order_destinations.bearer_token',
        'signing_keys.private_key',
        'totp_secrets.secret',
        'webhook_secrets.ciphertext',
      ]),
    );

    use(newer, before);
    await expect(rotateKeys()).rejects.toMatchObject({ code: 'invalid_state' });
    await registerKeys();
    const made = await rotateKeys();
    expect(made).toMatchObject({ key: 'newer', unreadable: 0, unused: [olderId] });
    expect(made.encrypted_again).toBeGreaterThanOrEqual(5);
    expect(await encryptedWith('newer')).toEqual(columns);
    // The earlier signing key verifies, but does not sign.
    expect(await encryptedWith(olderId)).toEqual(['signing_keys.private_key']);
    expect(await rotateKeys()).toMatchObject({ encrypted_again: 0, unused: [] });
    expect(await registered()).toEqual(['newer']);

    use(newer);
    await registerKeys();
    expect((await signingKey()).kid).not.toBe(kid);
    expect((await getDraft(ctx, { form: '/patients/new' })).draft?.content).toBe('{"family":"Draft"}');
    const provider = await findSignOnProvider(org.slug);
    expect(clientSecretOf(provider!)).toBe('of the client');
    expect(tokenKeysOf(provider!)).toHaveLength(1);
    const [session] = await asSuperuser<{ logout_url: string; refresh_token: string }>(
      'SELECT logout_url, refresh_token FROM auth_sessions WHERE org_id = $1 LIMIT 1',
      [org.orgId],
    );
    expect(logoutUrlOf({ orgId: org.orgId, identityId, logoutUrl: session!.logout_url })).toMatch(/end$/);
    expect(openSecret(session!.refresh_token, placeOfRefreshToken(org.orgId, identityId))).toBe('refresh');
    const userId = person.actor.id!;
    expect(await withScope({ userId }, (tx) => acceptTotp(tx, userId, codeOf(secret)))).toBe(true);
    const [stored] = await asSuperuser<{ id: string; ciphertext: string }>(
      'SELECT id, ciphertext FROM webhook_secrets WHERE org_id = $1',
      [org.orgId],
    );
    expect(readSecret({ orgId: org.orgId, ...stored! })).toBe(hook.secret);
    const [row] = await asSuperuser<{ connection_id: string; bearer_token: string }>(
      'SELECT connection_id, bearer_token FROM order_destinations WHERE org_id = $1',
      [org.orgId],
    );
    expect(
      secretsOf({
        orgId: org.orgId,
        connectionId: row!.connection_id,
        clientKey: null,
        bearerToken: row!.bearer_token,
      }).bearerToken,
    ).toBe('a-token');
  });

  it('stay registered while a value cannot be read', nightly, async () => {
    const org = await testOrg();
    const ctx = await personContext(org, 'clinician');
    use(key('lost'));
    await saveDraft(ctx, { form: '/patients/new', content: '{}' });
    use(newer, before);
    await registerKeys();
    await asSuperuser("INSERT INTO encryption_keys VALUES ('lost', 'x', now())");
    expect(await rotateKeys()).toMatchObject({ unreadable: 1, unused: [] });
    expect(await registered()).toContain('lost');
    expect(await encryptedWith('lost')).toEqual(['drafts.content']);
  });
});
