import { ofCause, ofStatus, type Cause } from './failure';
import { judgeUrl, outboundPolicy, type OutboundPolicy } from './outbound-guard';
import { get } from './post';

/**
 * Reads a small text that somebody has published at an address of theirs, behind the same guard as webhooks: no private
 * addresses, no redirects, bounded time, a kilobyte.
 */

export interface ReadOptions {
  policy?: OutboundPolicy;
  ca?: string;
}

const CAP = 1024;
const USER_AGENT = 'Clinical-Data-Service/1';

/** @returns the text without the space around it, or why there is none, in words without an address */
export async function readPublishedText(
  url: string,
  { policy = outboundPolicy(), ca }: ReadOptions = {},
): Promise<{ text: string } | { problem: string }> {
  const judged = judgeUrl(url, policy);
  if ('refusal' in judged) return { problem: `The address ${judged.refusal.message}.` };
  try {
    const headers = { accept: 'text/plain', 'user-agent': USER_AGENT };
    const limits = { connectMs: 5_000, totalMs: 15_000, bodyCap: CAP };
    const { status, body } = await get(judged.url, headers, { policy, ca, ...limits });
    const failure = ofStatus(status);
    return failure ? { problem: failure.detail } : { text: body.toString('utf8').trim() };
  } catch (cause) {
    return { problem: ofCause(cause as Cause).detail };
  }
}
