import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { secretHash } from '../../auth/api-key-format';
import { uploadTokens } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { deriveSecrets, env } from '../../env';
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

/** 256 bits each, base64url: by each of `ENCRYPTION_KEYS`. The first one is for new documents. */
export const uploadTokensOf = (orgId: string, documentId: string): string[] =>
  deriveSecrets('upload').map((key) =>
    createHmac('sha256', key).update(`${orgId}\n${documentId}`).digest('base64url'),
  );

/** Hex SHA-256; null if the text is not a token. */
export const uploadTokenHash = (token: string): string | null =>
  TOKEN.test(token) ? secretHash(token) : null;

export const uploadExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS);

/**
 * Only for the response to the POST and its replays while the URL is valid: reading a document must not grant the right
 * to write it.
 */
export async function withUploadUrl(ctx: Context, document: Document, now = Date.now()): Promise<Document> {
  const { upload } = document;
  const id = readId('document', document.id);
  if (!upload || !id || Date.parse(upload.expires_at) <= now) return document;
  const token = await storedToken(ctx.actor.orgId, id);
  if (!token) return document;
  return { ...document, upload: { ...upload, url: `${env.PUBLIC_URL}/uploads/${token}` } };
}

/** After a key was added, the document may still have the token of the previous one. */
async function storedToken(orgId: string, documentId: string): Promise<string | undefined> {
  const tokens = uploadTokensOf(orgId, documentId);
  if (tokens.length === 1) return tokens[0];
  const [stored] = await withTenant(orgId, (tx) =>
    tx
      .select({ hash: uploadTokens.secretHash })
      .from(uploadTokens)
      .where(and(eq(uploadTokens.orgId, orgId), eq(uploadTokens.documentId, documentId))),
  );
  return tokens.find((token) => stored?.hash.toString('hex') === secretHash(token));
}
