import { readOrderAnswer } from '../hl7v2/read-order-answer';
import { checkUrl } from '../outbound/outbound-guard';
import { ofCause, ofStatus, type Cause, type DeliveryError } from '../outbound/failure';
import { orderPolicy } from '../outbound/open-socket';
import { post, type Received } from '../outbound/post';
import type { OutboundFailure } from '../data-types/transmission-codes';
import { failed, foreign, unreadable, type Link, type OnAnswer, type Outcome } from './link';

/** HL7 over HTTP: the message as the body of a POST, the acknowledgment as the body of its response. */

export interface HttpsTarget {
  url: string;
  bearerToken: string | null;
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

const MAX_ANSWER = 1024 * 1024;
const USER_AGENT = 'Clinical-Data-Service-Orders/1';

const FAILURES: Partial<Record<DeliveryError, OutboundFailure>> = {
  blocked_address: 'blocked_address',
  dns: 'dns',
  tls: 'tls',
  timeout: 'timeout',
};

export function httpsLink(
  target: HttpsTarget,
  onAnswer: OnAnswer,
  { connectMs, signal }: { connectMs: number; signal: AbortSignal },
): Link {
  async function send(bytes: Buffer, controlId: string, waitMs: number): Promise<Outcome> {
    const policy = orderPolicy();
    // Repeated before each send: the connection does not check literal addresses and ports.
    const checked = checkUrl(target.url, policy);
    if ('problem' in checked) return failed('blocked_address', 'The address is not allowed.');
    const headers = {
      'content-type': 'application/hl7-v2+er7',
      accept: 'application/hl7-v2+er7, application/hl7-v2, text/plain',
      'user-agent': USER_AGENT,
      ...(target.bearerToken === null ? {} : { authorization: `Bearer ${target.bearerToken}` }),
    };
    const { ca, cert, key } = target;
    let received: Received;
    try {
      received = await post(checked.url, headers, bytes, {
        policy,
        connectMs,
        totalMs: waitMs,
        signal,
        ca,
        cert,
        key,
        pool: false,
        bodyCap: MAX_ANSWER,
      });
    } catch (thrown) {
      const cause = thrown as Cause;
      if (cause.code === 'STOPPED') return { is: 'stopped' };
      if (cause.code === 'TOTAL_TIMEOUT') return failed('timeout', 'The laboratory did not answer in time.');
      const { error, detail } = ofCause(cause);
      return failed(FAILURES[error] ?? 'connection', detail);
    }
    return outcomeOf(received.status, received.body, controlId, onAnswer);
  }
  return { send, awaitsMore: () => false, close: () => undefined };
}

/** An acknowledgment counts whatever the status: servers return 422 or 500 with an AE. */
async function outcomeOf(
  status: number,
  body: Buffer,
  controlId: string,
  onAnswer: OnAnswer,
): Promise<Outcome> {
  const problem = ofStatus(status);
  if (body.length === 0) return problem ? failed('http_error', problem.detail) : { is: 'delivered' };
  const answer = readOrderAnswer(body);
  if (answer.readable)
    return answer.controlId === controlId
      ? { is: 'answered', meaning: await onAnswer(answer, body) }
      : foreign();
  return problem ? failed('http_error', problem.detail) : unreadable(answer);
}
