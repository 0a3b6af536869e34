import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { env } from '../env';
import { DomainError } from '../errors/domain-error';
import {
  INNER_ADDRESS,
  checkUrlShape,
  otherPort,
  OWN_ADDRESS,
  portOf,
  type TypedRules,
  type UrlProblem,
} from '../data-types/webhook-url';
import type { EgressProxy } from './egress-proxy';
import { isPublic, isWithin, readCidrs, readLiteral, type Cidr } from './outbound-addresses';
import { resolveAll } from './resolve';

/**
 * Guards every outbound URL that a user can enter (SSRF). The URL is checked at creation and before each send; resolved
 * addresses are checked in the connection's own lookup, so that there is no gap between check and use.
 */

export interface OutboundPolicy {
  allowCidrs: readonly Cidr[];
  allowPorts: readonly number[];
  allowHttp: boolean;
  /** Our own origins: a webhook to ourselves would cause a delivery loop. */
  ownOrigins: readonly string[];
  resolve: (name: string) => Promise<LookupAddress[]>;
  /** Public addresses are not allowed either. */
  onlyExceptions?: boolean;
  /** If set, the proxy resolves names and decides which addresses are allowed. */
  proxy?: EgressProxy | undefined;
}

let made: { of: unknown[]; policy: OutboundPolicy } | undefined;

/** Cached per state of the settings, because it is needed before every send. */
export function outboundPolicy(): OutboundPolicy {
  const of = [
    env.WEBHOOK_ALLOW_CIDRS,
    env.WEBHOOK_ALLOW_PORTS,
    env.WEBHOOK_ALLOW_HTTP,
    env.PUBLIC_URL,
    env.PORT,
    env.EGRESS_PROXY,
  ];
  if (!made || made.of.some((value, place) => value !== of[place])) made = { of, policy: readPolicy() };
  return made.policy;
}

function readPolicy(): OutboundPolicy {
  const here = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${env.PORT}`);
  return {
    allowCidrs: readCidrs(env.WEBHOOK_ALLOW_CIDRS),
    allowPorts: [443, 8443, ...env.WEBHOOK_ALLOW_PORTS],
    allowHttp: env.WEBHOOK_ALLOW_HTTP,
    ownOrigins: [new URL(env.PUBLIC_URL).origin, ...here.map((origin) => new URL(origin).origin)],
    resolve: resolveAll,
    proxy: env.EGRESS_PROXY ? { url: new URL(env.EGRESS_PROXY) } : undefined,
  };
}

export function isAllowed(policy: OutboundPolicy, address: string): boolean {
  const literal = readLiteral(address);
  if (literal === null) return false;
  return isWithin(literal, policy.allowCidrs) || (!policy.onlyExceptions && isPublic(literal));
}

/**
 * Whether the response may come from a network that only the operator's exception allows. The organization that entered
 * the URL must not see such a response. An unknown address counts as exempt.
 */
export function isExempt(policy: OutboundPolicy, url: URL, connectedTo: string | undefined): boolean {
  if (policy.allowCidrs.length === 0) return false;
  // A tunnel is connected to the proxy, so only a literal address in the URL shows its target.
  const address = policy.proxy ? url.hostname : (connectedTo ?? '');
  const literal = readLiteral(address);
  return literal ? isWithin(literal, policy.allowCidrs) : !policy.proxy;
}

/** Checks that need no name server: scheme, user info, name, port, literal address. */
export function checkUrl(text: string, policy: OutboundPolicy): { url: URL } | { problem: UrlProblem } {
  const checked = checkUrlShape(text, policy);
  if ('problem' in checked) return checked;
  const { url } = checked;
  const reject = (problem: UrlProblem) => ({ problem });
  const literal = readLiteral(url.hostname);
  // `[::ffff:127.0.0.1]` may be another notation of one of our own addresses.
  const plain = literal && `${url.protocol}//${literal.toString()}${url.port && `:${url.port}`}`;
  if (plain && policy.ownOrigins.includes(plain)) return reject(OWN_ADDRESS);
  if (literal && !isAllowed(policy, url.hostname)) return reject(INNER_ADDRESS);
  // An allowed network allows addresses, not ports: a database or an admin page may run next to the receiver.
  if (!policy.allowPorts.includes(portOf(url))) return reject(otherPort(url, policy.allowPorts));
  return { url };
}

/** The part of the policy that pages use to check a URL while it is typed. */
export function typedRules(): TypedRules {
  const { allowHttp, allowPorts, ownOrigins, allowCidrs } = outboundPolicy();
  return { allowHttp, allowPorts, ownOrigins, hasExceptions: allowCidrs.length > 0 };
}

/** How long creation waits for a name server; a name that does not resolve in time is checked at connect. */
const RESOLVE_AT_CREATION = 2_500;

/** Checks a URL before it is stored. Null if it is allowed. */
export async function checkTarget(
  text: string,
  policy: OutboundPolicy = outboundPolicy(),
): Promise<UrlProblem | null> {
  const checked = checkUrl(text, policy);
  if ('problem' in checked) return checked.problem;
  const { url } = checked;
  if (readLiteral(url.hostname) || policy.proxy) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LookupAddress[]>(
    (resolve) => (timer = setTimeout(() => resolve([]), RESOLVE_AT_CREATION)),
  );
  const answers = await Promise.race([policy.resolve(url.hostname).catch(() => []), late]).finally(() =>
    clearTimeout(timer),
  );
  return answers.every(({ address }) => isAllowed(policy, address)) ? null : INNER_ADDRESS;
}

/** @throws DomainError `validation_failed` at the pointer */
export async function assertTarget(
  text: string,
  pointer = '/url',
  policy: OutboundPolicy = outboundPolicy(),
): Promise<void> {
  const problem = await checkTarget(text, policy);
  if (problem)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', {
      errors: [{ pointer, ...problem }],
    });
}

/** The target address is forbidden. The message contains no address. */
class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';
  constructor() {
    super('The address is not allowed.');
  }
}

/**
 * The `lookup` of a connection: resolves all addresses, fails if any is forbidden, and returns only checked ones, so
 * that a second DNS answer cannot replace them. Danger: Node never calls it for literal addresses, and it does not see
 * the port; call `checkUrl` first.
 */
export function guardedLookup(policy: OutboundPolicy): LookupFunction {
  return (name, options, done) => {
    policy.resolve(name).then(
      (answers) => {
        if (answers.length === 0)
          return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        if (!answers.every(({ address }) => isAllowed(policy, address)))
          return done(new BlockedAddress(), '');
        if (options.all) return done(null, answers);
        return done(null, answers[0]!.address, answers[0]!.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
