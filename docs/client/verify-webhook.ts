import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './contract.js';

export type Event = components['schemas']['Event'];

const OLDEST_SECONDS = 300;

/**
 * Verifies a delivery (Standard Webhooks) and returns its event.
 * @param secret `whsec_…` from the response that created the webhook or rotated its secret
 * @param body exactly as received: parsed and serialized again, it has another signature
 * @throws Error if the signature is wrong or older than five minutes; then respond with 400
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
): Event {
  const header = (name: string) =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (time === '' || !(age <= OLDEST_SECONDS)) throw new Error('The delivery is too old.');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  // Two signatures while a secret is rotated.
  const isSigned = header('webhook-signature')
    .split(' ')
    .some((one) => {
      const [version, text = ''] = one.split(',');
      const given = Buffer.from(text, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  if (!isSigned) throw new Error('The signature is wrong.');
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as Event;
}
