import { createHmac } from 'node:crypto';
import { secretHash } from '../../auth/api-key-format';
import { deriveSecret, env } from '../../env';
import type { Context } from '../shared/context';
import { readId } from '../shared/ids';
import type { Document } from './contract';

/**
 * Addresses that bytes are put to (form C): whoever holds one may put the bytes of one announced document, once. The
 * token is made from the document's id with a secret of ours, so that a repeated Idempotency-Key can be answered with
 * the same address although the database keeps its SHA-256 only.
 */

/** Until then a PUT may begin. */
export const UPLOAD_LIFETIME_MS = 15 * 60_000;
/** A PUT that began in time may end: bytes of this age still count. */
export const UPLOAD_GRACE_MS = 60 * 60_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 bits, base64url. */
export const uploadToken = (orgId: string, documentId: string): string =>
  createHmac('sha256', deriveSecret('upload')).update(`${orgId}\n${documentId}`).digest('base64url');

/** Hex SHA-256; null when the text is no token at all. */
export const uploadTokenHash = (token: string): string | null =>
  TOKEN.test(token) ? secretHash(token) : null;

export const uploadExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS);

/**
 * The answer to the POST, and to its repetition while the address is good. Nowhere else: reading a document must not
 * hand out the right to write it.
 */
export function withUploadUrl(ctx: Context, document: Document, now = Date.now()): Document {
  const { upload } = document;
  const id = readId('document', document.id);
  if (!upload || !id || Date.parse(upload.expires_at) <= now) return document;
  const url = `${env.PUBLIC_URL}/uploads/${uploadToken(ctx.actor.orgId, id)}`;
  return { ...document, upload: { ...upload, url } };
}
