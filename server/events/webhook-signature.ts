import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of Standard Webhooks (`v1`): HMAC-SHA256 over `id.timestamp.body`, keyed with the decoded secret. */

const PREFIX = 'whsec_';

/** `whsec_` and base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * @param secrets all that are valid now; during rotation the receiver may have either
 * @param id of the event, the same in every attempt
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): SignatureHeaders {
  if (secrets.length === 0) throw new Error('A webhook has no signing secret');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
