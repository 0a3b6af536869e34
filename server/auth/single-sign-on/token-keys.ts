import { compactDecrypt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { newId } from '../../shared/ids';
import { openSecret, sealSecret, type Place } from '../secret-box';
import type { SignOnProvider } from './provider';
import { SignOnError } from './sign-on-error';

/** RSA keys to which the provider of an organization may encrypt its tokens (RFC 7516, inside: a signed token). */

export interface TokenKey {
  kid: string;
  /** ISO 8601 */
  createdAt: string;
  privateKey: JWK;
}

/** The previous key still decrypts, because providers keep a copy of the key set. */
const KEPT = 2;
const BITS = 3072;
/** `RSA-OAEP` is the default of several providers. RSAES-PKCS1-v1_5 is not accepted (RFC 9700). */
const ACCEPTED = {
  keyManagementAlgorithms: ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
  contentEncryptionAlgorithms: [
    'A128GCM',
    'A192GCM',
    'A256GCM',
    'A128CBC-HS256',
    'A192CBC-HS384',
    'A256CBC-HS512',
  ],
};

export const placeOfTokenKeys = (orgId: string): Place => ({
  orgId,
  table: 'identity_providers',
  row: orgId,
  column: 'token_keys',
});

/** The newest first. */
export const tokenKeysOf = ({ orgId, row }: Pick<SignOnProvider, 'orgId' | 'row'>): TokenKey[] =>
  row.tokenKeys === null
    ? []
    : (JSON.parse(openSecret(row.tokenKeys, placeOfTokenKeys(orgId))) as TokenKey[]);

/** @returns the encrypted column, with a new key before the others */
export async function withNewKey(provider: Pick<SignOnProvider, 'orgId' | 'row'>): Promise<string> {
  const { privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: BITS, extractable: true });
  const made: TokenKey = {
    kid: newId(),
    createdAt: new Date().toISOString(),
    privateKey: await exportJWK(privateKey),
  };
  const keys = [made, ...tokenKeysOf(provider)].slice(0, KEPT);
  return sealSecret(JSON.stringify(keys), placeOfTokenKeys(provider.orgId));
}

/** The newest key, for the provider (RFC 7517). Without `alg`: the provider chooses one that is accepted. */
export function publicKeySet(provider: SignOnProvider | null): { keys: JWK[] } {
  const [newest] = provider ? tokenKeysOf(provider) : [];
  if (!newest) return { keys: [] };
  const { kty, n, e } = newest.privateKey;
  return { keys: [{ kty, n, e, kid: newest.kid, use: 'enc' } as JWK] };
}

/** @returns the signed token inside; a token that is not encrypted as it is. @throws SignOnError `wrong_token` */
export async function decryptToken(token: string, provider: SignOnProvider): Promise<string> {
  if (token.split('.').length !== 5) return token;
  const keys = tokenKeysOf(provider);
  if (keys.length === 0)
    throw new SignOnError('wrong_token', 'The token is encrypted, but there is no key to decrypt it with.');
  for (const { privateKey } of keys) {
    try {
      const { plaintext } = await compactDecrypt(token, privateKey, ACCEPTED);
      return new TextDecoder().decode(plaintext);
    } catch {
      // Encrypted to another key, or changed on the way.
    }
  }
  throw new SignOnError(
    'wrong_token',
    'The token is encrypted to another key or with an algorithm that is not accepted. Let the provider read the key set again.',
  );
}
