import { isOurs, ofCause, ofStatus, type Cause, type DeliveryError } from '../outbound/failure';
import { checkUrl, outboundPolicy, type OutboundPolicy } from '../outbound/outbound-guard';
import { post, type Received } from '../outbound/post';
import { USER_AGENT } from '../domain/webhooks/rules';
import { readRetryAfter } from '../domain/webhooks/schedule';

/** One attempt of a delivery. Returns the outcome and never throws. */

export interface Answer {
  sentAt: Date;
  durationMs: number;
  status: number | null;
  /** At most 1 KB of the body; null if the receiver is in a network of `WEBHOOK_ALLOW_CIDRS`. */
  excerpt: string | null;
  /** Bytes of the body that were read, at most 16 KiB. */
  size: number | null;
  /** Null on success. */
  error: DeliveryError | null;
  detail: string | null;
  /** Milliseconds requested by the receiver. */
  retryAfter: number | null;
  /** Failed between us and the proxy: not an attempt for the receiver. */
  ours: boolean;
}

export interface SendOptions {
  policy?: OutboundPolicy;
  connectMs?: number;
  totalMs?: number;
  signal?: AbortSignal;
  ca?: string;
}

export const TOTAL_MS = 15_000;
const CONNECT_MS = 5_000;
const EXCERPT_CAP = 1024;

export async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  options: SendOptions = {},
): Promise<Answer> {
  const policy = options.policy ?? outboundPolicy();
  const sentAt = new Date();
  const began = performance.now();
  const none = { status: null, excerpt: null, size: null, retryAfter: null, ours: false };
  const checked = checkUrl(url, policy);
  if ('problem' in checked)
    return { sentAt, durationMs: 0, ...none, ...ofCause({ code: 'BLOCKED_ADDRESS' }) };
  try {
    const received = await post(checked.url, { ...headers, 'user-agent': USER_AGENT }, body, {
      policy,
      connectMs: options.connectMs ?? CONNECT_MS,
      totalMs: options.totalMs ?? TOTAL_MS,
      signal: options.signal,
      ca: options.ca,
    });
    return { sentAt, durationMs: Math.round(performance.now() - began), ...describe(received) };
  } catch (thrown) {
    const cause = thrown as Cause;
    const durationMs = Math.round(performance.now() - began);
    return { sentAt, durationMs, ...none, ours: isOurs(cause), ...ofCause(cause) };
  }
}

function describe({ status, headers, body, isExempt }: Received): Omit<Answer, 'sentAt' | 'durationMs'> {
  const failure = ofStatus(status);
  const mayWait = status === 429 || status === 503;
  return {
    status,
    // Hidden, because the organization that entered the URL could otherwise read any internal page.
    excerpt: isExempt ? null : excerpt(body),
    size: body.length,
    error: failure?.error ?? null,
    detail: failure?.detail ?? null,
    retryAfter: mayWait ? readRetryAfter(headers['retry-after'], new Date()) : null,
    ours: false,
  };
}

/** Readable start of a body: no control characters (PostgreSQL does not store NUL), cut between characters. */
export function excerpt(body: Buffer): string {
  const text = body
    .subarray(0, EXCERPT_CAP)
    .toString('utf8')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ');
  const cut = Buffer.from(text).subarray(0, EXCERPT_CAP).toString('utf8');
  return body.length > EXCERPT_CAP || cut.length < text.length ? cut.replace(/\uFFFD+$/, '') : cut;
}
