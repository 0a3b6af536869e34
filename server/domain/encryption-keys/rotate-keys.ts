import { and, eq, isNotNull, isNull, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { openSecret, sealSecret, type Place } from '../../auth/secret-box';
import {
  placeOfClientSecret,
  placeOfLogoutUrl,
  placeOfRefreshToken,
} from '../../auth/single-sign-on/provider';
import { placeOfTokenKeys } from '../../auth/single-sign-on/token-keys';
import { replaceSigningKey } from '../../auth/signing-keys';
import { placeOfTotp } from '../../auth/totp';
import {
  authSessions,
  drafts,
  encryptionKeys,
  identityProviders,
  memberships,
  orderDestinations,
  signingKeys,
  totpSecrets,
  webhookSecrets,
} from '../../db/schema/index';
import { withScope, withTenant, type Tx } from '../../db/transaction';
import { keyFingerprints } from '../../env';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { placeOfDraft } from '../drafts/access';
import { placeOfCredential } from '../order-destinations/access';
import { allOrganizations } from '../organizations/access';
import { placeOfWebhookSecret } from '../webhooks/access';

export interface Rotation {
  /** ID of the first key of `ENCRYPTION_KEYS`. */
  key: string;
  encrypted_again: number;
  /** Values whose key is missing. They are kept; the keys stay registered. */
  unreadable: number;
  /** Keys that no longer encrypt anything. */
  unused: string[];
}

interface Encrypted {
  stored: string;
  place: Place;
  /** Stores the new ciphertext, unless the value has changed since. */
  store(text: string): Promise<unknown>;
}

/**
 * Encrypts every value again that is not encrypted with the first of `ENCRYPTION_KEYS`, one organization at a time. Can be
 * repeated; a value that changes meanwhile is left alone, because the service has encrypted it with the first key.
 * @throws DomainError `invalid_state` if no process has started with that key: running ones could not read the values
 */
export async function rotateKeys(): Promise<Rotation> {
  const key = keyFingerprints()[0]!;
  const [registered] = await withScope({}, (tx) =>
    tx.select().from(encryptionKeys).where(eq(encryptionKeys.id, key.id)),
  );
  if (registered?.fingerprint !== key.fingerprint)
    throw new DomainError(
      'invalid_state',
      `No process has started with the key ${key.id} yet. Restart all processes with it as the first key, then rotate.`,
    );
  const made: Rotation = { key: key.id, encrypted_again: 0, unreadable: 0, unused: [] };
  await rotateSigningKey(key.id, made);
  const users = new Set<string>();
  for (const orgId of await allOrganizations()) {
    await rotateOrganization(orgId, key.id, made);
    for (const id of await membersOf(orgId)) users.add(id);
  }
  for (const userId of users)
    await withScope({ userId }, async (tx) => encryptAgain(await totpSecretsOf(tx, userId, key.id), made));
  if (made.unreadable === 0)
    made.unused = await withScope({}, async (tx) => {
      const removed = await tx.delete(encryptionKeys).where(ne(encryptionKeys.id, key.id)).returning();
      return removed.map(({ id }) => id);
    });
  return made;
}

/** Access tokens are short-lived, so their key is replaced. The earlier one verifies, which needs no private key. */
async function rotateSigningKey(keyId: string, made: Rotation): Promise<void> {
  const outdated = await withScope({}, (tx) =>
    tx
      .select({ id: signingKeys.id })
      .from(signingKeys)
      .where(and(isNull(signingKeys.expiresAt), hasOtherKey(signingKeys.privateKey, keyId))),
  );
  if (outdated.length === 0) return;
  await replaceSigningKey(true);
  made.encrypted_again++;
}

function rotateOrganization(orgId: string, keyId: string, made: Rotation): Promise<void> {
  const ctx = systemContext(orgId, 'admin');
  return perform(ctx, { action: 'rotate_encryption_keys', kind: 'write' }, async (tx) => {
    const before = made.encrypted_again;
    for (const read of [webhookSecretsOf, credentialsOf, draftsOf, providerSecretsOf, sessionSecretsOf])
      await encryptAgain(await read(tx, orgId, keyId), made);
    return {
      output: undefined,
      audit: {
        objectKind: 'organization',
        objectId: orgId,
        detail: { key: keyId, count: made.encrypted_again - before },
      },
    };
  });
}

async function encryptAgain(values: readonly Encrypted[], made: Rotation): Promise<void> {
  for (const { stored, place, store } of values) {
    let plain: string;
    try {
      plain = openSecret(stored, place);
    } catch {
      made.unreadable++;
      continue;
    }
    await store(sealSecret(plain, place));
    made.encrypted_again++;
  }
}

const hasOtherKey = (column: AnyColumn, keyId: string): SQL => sql`split_part(${column}, '.', 1) <> ${keyId}`;

async function webhookSecretsOf(tx: Tx, orgId: string, keyId: string): Promise<Encrypted[]> {
  const { ciphertext } = webhookSecrets;
  const rows = await tx
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.orgId, orgId), hasOtherKey(ciphertext, keyId)));
  return rows.map(({ id, webhookId, ciphertext: stored }) => ({
    stored,
    place: placeOfWebhookSecret(orgId, id),
    store: (text) =>
      tx
        .update(webhookSecrets)
        .set({ ciphertext: text })
        .where(
          and(
            eq(webhookSecrets.orgId, orgId),
            eq(webhookSecrets.webhookId, webhookId),
            eq(webhookSecrets.id, id),
            eq(ciphertext, stored),
          ),
        ),
  }));
}

/** Client keys and tokens with which orders are sent. */
async function credentialsOf(tx: Tx, orgId: string, keyId: string): Promise<Encrypted[]> {
  const rows = await tx.select().from(orderDestinations).where(eq(orderDestinations.orgId, orgId));
  return rows.flatMap(({ connectionId, clientKey, bearerToken }) =>
    (
      [
        ['client_key', orderDestinations.clientKey, clientKey],
        ['bearer_token', orderDestinations.bearerToken, bearerToken],
      ] as const
    ).flatMap(([name, column, stored]) =>
      stored === null || stored.startsWith(`${keyId}.`)
        ? []
        : [
            {
              stored,
              place: placeOfCredential(orgId, connectionId, name),
              store: (text: string) =>
                tx
                  .update(orderDestinations)
                  .set(name === 'client_key' ? { clientKey: text } : { bearerToken: text })
                  .where(
                    and(
                      eq(orderDestinations.orgId, orgId),
                      eq(orderDestinations.connectionId, connectionId),
                      eq(column, stored),
                    ),
                  ),
            },
          ],
    ),
  );
}

async function draftsOf(tx: Tx, orgId: string, keyId: string): Promise<Encrypted[]> {
  const rows = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.orgId, orgId), hasOtherKey(drafts.content, keyId)));
  return rows.map(({ userId, form, content: stored }) => ({
    stored,
    place: placeOfDraft(orgId, userId, form),
    store: (text) =>
      tx
        .update(drafts)
        .set({ content: text })
        .where(
          and(
            eq(drafts.orgId, orgId),
            eq(drafts.userId, userId),
            eq(drafts.form, form),
            eq(drafts.content, stored),
          ),
        ),
  }));
}

async function providerSecretsOf(tx: Tx, orgId: string, keyId: string): Promise<Encrypted[]> {
  const places = { clientSecret: placeOfClientSecret(orgId), tokenKeys: placeOfTokenKeys(orgId) };
  const found: Encrypted[] = [];
  for (const name of ['clientSecret', 'tokenKeys'] as const) {
    const column = identityProviders[name];
    const [row] = await tx
      .select({ stored: column })
      .from(identityProviders)
      .where(and(eq(identityProviders.orgId, orgId), hasOtherKey(column, keyId)));
    if (!row?.stored) continue;
    const { stored } = row;
    found.push({
      stored,
      place: places[name],
      store: (text) =>
        tx
          .update(identityProviders)
          .set({ [name]: text })
          .where(and(eq(identityProviders.orgId, orgId), eq(column, stored))),
    });
  }
  return found;
}

/** Of open sessions. */
async function sessionSecretsOf(tx: Tx, orgId: string, keyId: string): Promise<Encrypted[]> {
  const places = { logoutUrl: placeOfLogoutUrl, refreshToken: placeOfRefreshToken };
  const found: Encrypted[] = [];
  for (const name of ['logoutUrl', 'refreshToken'] as const) {
    const column = authSessions[name];
    const rows = await tx
      .select({ id: authSessions.id, identityId: authSessions.identityId, stored: column })
      .from(authSessions)
      .where(and(eq(authSessions.orgId, orgId), isNotNull(column), hasOtherKey(column, keyId)));
    for (const { id, identityId, stored } of rows)
      found.push({
        stored: stored!,
        place: places[name](orgId, identityId!),
        store: (text) =>
          tx
            .update(authSessions)
            .set({ [name]: text })
            .where(and(eq(authSessions.orgId, orgId), eq(authSessions.id, id), eq(column, stored!))),
      });
  }
  return found;
}

async function totpSecretsOf(tx: Tx, userId: string, keyId: string): Promise<Encrypted[]> {
  const rows = await tx
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), hasOtherKey(totpSecrets.secret, keyId)));
  return rows.map(({ secret: stored }) => ({
    stored,
    place: placeOfTotp(userId),
    store: (text) =>
      tx
        .update(totpSecrets)
        .set({ secret: text })
        .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.secret, stored))),
  }));
}

const membersOf = async (orgId: string): Promise<string[]> =>
  (
    await withTenant(orgId, (tx) =>
      tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId)),
    )
  ).map(({ id }) => id);
