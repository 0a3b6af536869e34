import type { deliveryAttempts } from '../db/schema/index';

/** Maps a failed attempt to one of the contract's codes and a sentence, without driver messages or addresses. */

export type DeliveryError = NonNullable<typeof deliveryAttempts.$inferSelect.error>;

export interface Failure {
  error: DeliveryError;
  detail: string;
}

/** What failed before a response arrived: the error code, and for TLS when the certificate expired. */
export interface Cause {
  code?: string | undefined;
  certificateEnded?: Date | undefined;
  /** Status with which the proxy rejected the tunnel. */
  proxyStatus?: number | undefined;
}

/** Failures between this service and its proxy, which do not count against a receiver. */
const OURS = new Set(['PROXY_UNREACHABLE', 'PROXY_CREDENTIALS']);
export const isOurs = ({ code }: Cause): boolean => OURS.has(code ?? '');

const say = (error: DeliveryError, detail: string): Failure => ({ error, detail });

const CAUSES: Record<string, Failure> = {
  BLOCKED_ADDRESS: say('blocked_address', 'The address is not allowed.'),
  CONNECT_TIMEOUT: say('timeout', 'No connection within 5 seconds.'),
  TOTAL_TIMEOUT: say('timeout', 'No complete response within 15 seconds.'),
  ETIMEDOUT: say('timeout', 'No connection within 5 seconds.'),
  ENOTFOUND: say('dns', 'The host name does not exist.'),
  ENODATA: say('dns', 'The host name has no address.'),
  EAI_AGAIN: say('dns', 'The name server did not respond.'),
  ETIMEOUT: say('dns', 'The name server did not respond.'),
  ESERVFAIL: say('dns', 'The name server could not resolve the host name.'),
  EREFUSED: say('dns', 'The name server refused the query.'),
  ECONNREFUSED: say('connection', 'The connection was refused.'),
  ECONNRESET: say('connection', 'The receiver closed the connection before it responded.'),
  EPIPE: say('connection', 'The receiver closed the connection before it responded.'),
  EHOSTUNREACH: say('connection', 'The receiver cannot be reached.'),
  ENETUNREACH: say('connection', 'The receiver cannot be reached.'),
  HPE_HEADER_OVERFLOW: say('connection', 'The response headers were too large.'),
  PROXY_UNREACHABLE: say('connection', 'The proxy of this service cannot be reached.'),
  PROXY_CREDENTIALS: say('connection', 'The proxy rejected the credentials of this service.'),
  STOPPED: say('connection', 'The service stopped before a response arrived.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: say('tls', 'The TLS certificate is self-signed.'),
  SELF_SIGNED_CERT_IN_CHAIN: say('tls', 'The TLS certificate was issued by an unknown authority.'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: say('tls', 'The TLS certificate chain is incomplete.'),
  UNABLE_TO_GET_ISSUER_CERT: say('tls', 'The TLS certificate chain is incomplete.'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: say('tls', 'The TLS certificate was issued by an unknown authority.'),
  ERR_TLS_CERT_ALTNAME_INVALID: say('tls', 'The TLS certificate is for another host name.'),
  CERT_NOT_YET_VALID: say('tls', 'The TLS certificate is not valid yet.'),
  CERT_REVOKED: say('tls', 'The TLS certificate was revoked.'),
};

const DAY = 86_400_000;

function expired(ended: Date | undefined, now: number): Failure {
  if (!ended || Number.isNaN(ended.getTime())) return say('tls', 'The TLS certificate has expired.');
  const days = Math.floor((now - ended.getTime()) / DAY);
  return say(
    'tls',
    `The TLS certificate expired ${days < 1 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`}.`,
  );
}

export function ofCause(cause: Cause, now = Date.now()): Failure {
  const code = cause.code ?? '';
  if (code === 'PROXY_REJECTED')
    return say('connection', `The proxy rejected the connection: ${cause.proxyStatus}.`);
  if (code === 'CERT_HAS_EXPIRED') return expired(cause.certificateEnded, now);
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code]!;
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_|UNABLE_TO_)/.test(code)) return say('tls', 'The TLS handshake failed.');
  if (code.startsWith('HPE_')) return say('connection', 'The response was not valid HTTP.');
  return say('connection', 'The connection failed.');
}

/** Null for 2xx, the only success. */
export function ofStatus(status: number): Failure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return say('redirect', `The receiver returned ${status}; redirects are not followed.`);
  if (status === 410) return say('http_4xx', 'The receiver returned 410: it no longer accepts events.');
  return say(status < 500 ? 'http_4xx' : 'http_5xx', `The receiver returned ${status}.`);
}
