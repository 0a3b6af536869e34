import { isIP } from 'node:net';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, asc, eq, lt, or } from 'drizzle-orm';
import { passkeys } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { newId } from '../shared/ids';
import { env } from '../env';
import { TRANSPORTS, type Assertion, type Attestation } from './passkey-answer';

/**
 * Passkeys (WebAuthn). The relying party is the host of `PUBLIC_URL`, the origin must equal `PUBLIC_URL`, and user
 * verification is required. Attestation is not requested: authenticators are not restricted by manufacturer.
 */

export type PasskeyRow = typeof passkeys.$inferSelect;

export const MOST_PASSKEYS = 10;

const hostname = () => new URL(env.PUBLIC_URL).hostname;
export const relyingParty = (): string => hostname();
const origin = () => new URL(env.PUBLIC_URL).origin;

/** WebAuthn needs a domain name: passkeys are unavailable if `PUBLIC_URL` contains an IP address. */
export const passkeysPossible = (): boolean => isIP(hostname().replace(/^\[|\]$/g, '')) === 0;

const encode = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url');

/** The 16 bytes of the user ID. The passkey stores them to identify its user. */
export const userHandle = (userId: string): string => encode(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** @returns null if the handle is not a user ID */
export function userOfHandle(handle: string | null): string | null {
  const hex = handle === null ? '' : decode(handle).toString('hex');
  if (hex.length !== 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** @param tx scoped to the user, here and below */
export const passkeysOf = (tx: Tx, userId: string): Promise<PasskeyRow[]> =>
  tx.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

export const allowList = (rows: readonly PasskeyRow[]) =>
  rows.map((row) => ({
    id: encode(row.credentialId),
    transports: TRANSPORTS.filter((transport) => row.transports.includes(transport)),
  }));

export type PasskeyOutcome = { row: PasskeyRow } | { rejected: 'unknown' | 'not_valid' | 'counter' };

/** Checks an answer to a challenge that has already been taken from the step. */
export async function acceptPasskey(
  tx: Tx,
  userId: string,
  challenge: string,
  given: Assertion,
): Promise<PasskeyOutcome> {
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, decode(given.id))));
  if (!row) return { rejected: 'unknown' };
  // Without a handle, the browser was asked for this user's passkeys by credential ID.
  if (given.user_handle !== null && given.user_handle !== userHandle(userId)) return { rejected: 'unknown' };
  const counter = await counterOf(row, challenge, given);
  if (counter === null) return { rejected: 'not_valid' };
  // Not the library's own counter check: here the statement that updates the row compares the counter.
  const grew = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const [used] = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, row.id), grew))
    .returning();
  return used ? { row: used } : { rejected: 'counter' };
}

async function counterOf(row: PasskeyRow, challenge: string, given: Assertion): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.client_data,
          authenticatorData: given.authenticator_data,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin(),
      expectedRPID: relyingParty(),
      requireUserVerification: true,
      credential: { id: given.id, publicKey: new Uint8Array(row.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for any invalid answer. The client gets no detail.
    return null;
  }
}

/** Verifies and stores a new passkey. Returns null if it is invalid or already registered. */
export async function keepPasskey(
  tx: Tx,
  userId: string,
  challenge: string,
  given: Attestation,
  name: string,
): Promise<PasskeyRow | null> {
  const made = await credentialOf(challenge, given);
  if (!made) return null;
  const [row] = await tx
    .insert(passkeys)
    .values({
      id: newId(),
      userId,
      name,
      credentialId: decode(made.credential.id),
      publicKey: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: given.transports,
      backedUp: made.credentialBackedUp,
      createdAt: new Date(),
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

async function credentialOf(challenge: string, given: Attestation) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: given.client_data, attestationObject: given.attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin(),
      expectedRPID: relyingParty(),
      requireUserVerification: true,
    });
    return verified ? registrationInfo : null;
  } catch {
    return null;
  }
}
