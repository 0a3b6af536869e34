import { Webhook } from 'standardwebhooks';
import type { components } from './contract';

/** The receiving end of a webhook, for any HTTP framework that gives the body as the bytes that came. */

export type Event = components['schemas']['Event'];

/**
 * @param secret `whsec_…` from the answer that created the webhook
 * @param body as received: parsed and written again it has another signature
 * @throws when the signature does not fit or is older than 5 minutes; answer 400 then
 */
export function receiveEvent(secret: string, headers: Record<string, string>, body: string): Event {
  return new Webhook(secret).verify(body, headers) as Event;
}
