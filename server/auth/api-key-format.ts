import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Format of an API key: `clin_live_` or `clin_test_`, 43 base62 characters (32 random bytes), 6 base62 characters of
 * CRC-32 over the preceding text. The checksum rejects typing errors before any database call, and secret scanners
 * recognize the pattern.
 */
export const API_KEY_PATTERN = /^clin_(live|test)_[0-9A-Za-z]{49}$/;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}

const checksum = (text: string) => base62(BigInt(crc32(text)), 6);

export function newApiKey(environment: 'live' | 'test'): string {
  const body = `clin_${environment}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

export function isWellFormedApiKey(text: string): boolean {
  return API_KEY_PATTERN.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

const INGEST_KEY_PATTERN = /^clin_ingest_[0-9A-Za-z]{49}$/;

/** A laboratory's key for posting messages: `clin_ingest_…`, same format. */
export function newIngestKey(): string {
  const body = `clin_ingest_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

export function isWellFormedIngestKey(text: string): boolean {
  return INGEST_KEY_PATTERN.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

const SCIM_TOKEN_PATTERN = /^clin_scim_[0-9A-Za-z]{49}$/;

/** The token of an identity provider for SCIM: `clin_scim_…`, same format. */
export function newScimToken(): string {
  const body = `clin_scim_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

export function isWellFormedScimToken(text: string): boolean {
  return SCIM_TOKEN_PATTERN.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** Hex SHA-256: 256 random bits need no slow hash, and a fast hash can be indexed. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Prefix and last four characters: enough to recognize a key, useless for guessing it. */
export const apiKeyStub = (key: string): string => `${key.slice(0, 10)}…${key.slice(-4)}`;
export const ingestKeyStub = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`;
export const scimTokenStub = (key: string): string => `${key.slice(0, 10)}…${key.slice(-4)}`;
