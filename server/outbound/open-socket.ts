import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { env } from '../env';
import type { FieldErrorCode } from '../errors/field-error';
import type { Cause } from './failure';
import { guardedLookup, isAllowed, outboundPolicy, type OutboundPolicy } from './outbound-guard';
import { readCidrs, readLiteral } from './outbound-addresses';

/**
 * Connections to laboratories, for orders. Guarded like requests, with separate exceptions: an operator who lets
 * webhooks into a network does not thereby let orders into it, and the other way around.
 */

/** IANA: hl7 */
const MLLP_PORT = 2575;

let made: { of: unknown[]; policy: OutboundPolicy } | undefined;

/** For HTTPS and MLLP; the ports of each are in `allowPorts`. */
export function orderPolicy(): OutboundPolicy {
  const base = outboundPolicy();
  const of = [base, env.ORDER_ALLOW_CIDRS, env.ORDER_ALLOW_PORTS];
  if (!made || made.of.some((value, place) => value !== of[place]))
    made = {
      of,
      policy: {
        ...base,
        allowCidrs: readCidrs(env.ORDER_ALLOW_CIDRS),
        allowPorts: [443, 8443, ...env.ORDER_ALLOW_PORTS],
        allowHttp: false,
      },
    };
  return made.policy;
}

interface HostProblem {
  field: 'host' | 'port';
  code: FieldErrorCode;
  message: string;
}

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const INNER: HostProblem = {
  field: 'host',
  code: 'not_allowed',
  message: 'The host cannot be a private, local or reserved address.',
};
const RESOLVE_MS = 2_500;

/** A proxy tunnels HTTP only, so that with one MLLP reaches just the networks the operator has listed. */
const socketGuard = (policy: OutboundPolicy): OutboundPolicy =>
  policy.proxy ? { ...policy, onlyExceptions: true } : policy;

/** Checks a host before it is stored; the connection checks it again. */
export async function checkHost(
  host: string,
  port: number,
  policy: OutboundPolicy = orderPolicy(),
): Promise<HostProblem | null> {
  const guard = socketGuard(policy);
  const ports = [MLLP_PORT, ...env.ORDER_ALLOW_PORTS];
  const literal = readLiteral(host) !== null;
  if (!literal && !HOST_NAME.test(host))
    return { field: 'host', code: 'invalid_format', message: 'must be a host name or an IP address' };
  if (!ports.includes(port))
    return { field: 'port', code: 'not_allowed', message: `must be one of ${ports.join(', ')}` };
  if (literal) return isAllowed(guard, host) ? null : INNER;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((resolve) => (timer = setTimeout(() => resolve([]), RESOLVE_MS)));
  const answers = await Promise.race([policy.resolve(host).catch(() => [] as const), late]).finally(() =>
    clearTimeout(timer),
  );
  return answers.every(({ address }) => isAllowed(guard, address)) ? null : INNER;
}

export interface SocketTarget {
  host: string;
  port: number;
  /** Null for plain TCP. PEM; `ca` replaces the public authorities. */
  tls: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | null;
}

/** Connects, with TLS if asked. Rejects with a `Cause`. */
export async function openSocket(
  target: SocketTarget,
  options: { connectMs: number; signal?: AbortSignal | undefined; policy?: OutboundPolicy },
): Promise<Socket> {
  const { connectMs, signal, policy = orderPolicy() } = options;
  const guard = socketGuard(policy);
  // Node never calls `lookup` for literal addresses.
  if (readLiteral(target.host) && !isAllowed(guard, target.host)) throw cause('BLOCKED_ADDRESS');
  const where = {
    host: target.host,
    port: target.port,
    lookup: guardedLookup(guard),
    autoSelectFamilyAttemptTimeout: 1_000,
  };
  return new Promise((resolve, reject) => {
    const socket: Socket = target.tls
      ? tls.connect({
          ...where,
          ...(net.isIP(target.host) ? {} : { servername: target.host }),
          ...given(target.tls),
          // Explicit, so that process settings cannot weaken it.
          minVersion: 'TLSv1.2',
          rejectUnauthorized: true,
        })
      : net.connect(where);
    const fail = (code: string | undefined) => {
      end();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(cause(code));
    };
    const timer = setTimeout(() => fail('CONNECT_TIMEOUT'), connectMs);
    const stop = () => fail('STOPPED');
    const onError = (error: NodeJS.ErrnoException) => fail(error.code);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      socket.off('error', onError);
    };
    socket.on('error', onError);
    socket.once(target.tls ? 'secureConnect' : 'connect', () => {
      end();
      socket.setKeepAlive(true, 60_000);
      socket.setNoDelay(true);
      resolve(socket);
    });
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}

const given = <T extends object>(values: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

const cause = (code: string | undefined): Error & Cause =>
  Object.assign(new Error('The connection failed.'), { code });
