import { createHmac } from 'node:crypto';
import { secretHash } from '../../auth/api-key-format';
import { deriveSecret, env } from '../../env';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import type { Document } from './contract';

/**
 * Upload URLs (form C), each valid for the bytes of one announced document, once. The token is derived from the
 * document ID and a server secret, so that a repeated Idempotency-Key gets the same URL although the database stores
 * only a SHA-256.
 */

/** A PUT must start within this time. */
export const UPLOAD_LIFETIME_MS = 15 * 60_000;
/** Additional time for a PUT that started in time. */
export const UPLOAD_GRACE_MS = 60 * 60_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 bits, base64url. */
export const uploadToken = (orgId: string, documentId: string): string =>
  createHmac('sha256', deriveSecret('upload')).update(`${orgId}\n${documentId}`).digest('base64url');

/** Hex SHA-256; null if the text is not a token. */
export const uploadTokenHash = (token: string): string | null =>
  TOKEN.test(token) ? secretHash(token) : null;

export const uploadExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS);

/**
 * Only for the response to the POST and its replays while the URL is valid: reading a document must not grant the right
 * to write it.
 */
export function withUploadUrl(ctx: Context, document: Document, now = Date.now()): Document {
  const { upload } = document;
  const id = readId('document', document.id);
  if (!upload || !id || Date.parse(upload.expires_at) <= now) return document;
  const url = `${env.PUBLIC_URL}/uploads/${uploadToken(ctx.actor.orgId, id)}`;
  return { ...document, upload: { ...upload, url } };
}
