import { ofCause, ofStatus, type Cause } from './failure';
import { checkUrl, outboundPolicy, type OutboundPolicy } from './outbound-guard';
import { get } from './post';

/**
 * Reads a small text from a user's URL with the same protection as webhooks: no private addresses, no redirects,
 * limited time, at most one kilobyte.
 */

export interface ReadOptions {
  policy?: OutboundPolicy;
  ca?: string;
}

const CAP = 1024;
const USER_AGENT = 'Clinical-Data-Service/1';

/** @returns the trimmed text, or a reason for failure that contains no address */
export async function readTextFromUrl(
  url: string,
  { policy = outboundPolicy(), ca }: ReadOptions = {},
): Promise<{ text: string } | { problem: string }> {
  const checked = checkUrl(url, policy);
  if ('problem' in checked) return { problem: checked.problem.message };
  try {
    const headers = { accept: 'text/plain', 'user-agent': USER_AGENT };
    const limits = { connectMs: 5_000, totalMs: 15_000, bodyCap: CAP };
    const { status, body } = await get(checked.url, headers, { policy, ca, ...limits });
    const failure = ofStatus(status);
    return failure ? { problem: failure.detail } : { text: body.toString('utf8').trim() };
  } catch (cause) {
    return { problem: ofCause(cause as Cause).detail };
  }
}
