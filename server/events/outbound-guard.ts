import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { env } from '../env';
import { DomainError, type FieldError } from '../errors/domain-error';
import {
  INNER_ADDRESS,
  judgeShape,
  otherPort,
  OWN_ADDRESS,
  portOf,
  type TypedRules,
} from '../domain/webhooks/rules';
import type { EgressProxy } from './egress-proxy';
import { isPublic, isWithin, readCidrs, readLiteral, type Cidr } from './outbound-addresses';
import { resolveAll } from './resolve';

/**
 * Guards every outbound address that a user can type (SSRF). The shape is judged at creation and before each send;
 * resolved addresses are judged inside the connection's own lookup, so there is no gap between check and use.
 */

export interface OutboundPolicy {
  allowCidrs: readonly Cidr[];
  allowPorts: readonly number[];
  allowHttp: boolean;
  /** Our own origins: a webhook to ourselves would be a delivery loop. */
  ownOrigins: readonly string[];
  resolve: (name: string) => Promise<LookupAddress[]>;
  /** Where there is one, it resolves names and decides which addresses they may have. */
  proxy?: EgressProxy | undefined;
}

let made: { of: unknown[]; policy: OutboundPolicy } | undefined;

/** By the settings as they are now; made once for each of their states, because it is asked for before every send. */
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

export type Refusal = Pick<FieldError, 'code' | 'message'>;

/** True when the connection may be made to this address. */
function isAllowed(policy: OutboundPolicy, address: string): boolean {
  const literal = readLiteral(address);
  return literal !== null && (isWithin(literal, policy.allowCidrs) || isPublic(literal));
}

/**
 * True when the answer may come from a network that only the operator's exception opens. What such a receiver
 * answers is not for the organization that named its address. An unknown address counts as exempt.
 */
export function isExempt(policy: OutboundPolicy, url: URL, connectedTo: string | undefined): boolean {
  if (policy.allowCidrs.length === 0) return false;
  // A tunnel is connected to the proxy, so only an address in the URL says where it leads.
  const address = policy.proxy ? url.hostname : (connectedTo ?? '');
  const literal = readLiteral(address);
  return literal ? isWithin(literal, policy.allowCidrs) : !policy.proxy;
}

/** What can be said without asking a name server: scheme, user info, name, port, literal address. */
export function judgeUrl(text: string, policy: OutboundPolicy): { url: URL } | { refusal: Refusal } {
  const judged = judgeShape(text, policy);
  if ('refusal' in judged) return judged;
  const { url } = judged;
  const refused = (refusal: Refusal) => ({ refusal });
  const literal = readLiteral(url.hostname);
  // `[::ffff:127.0.0.1]` is another text for an address that may be ours.
  const plain = literal && `${url.protocol}//${literal.toString()}${url.port && `:${url.port}`}`;
  if (plain && policy.ownOrigins.includes(plain)) return refused(OWN_ADDRESS);
  if (literal && !isAllowed(policy, url.hostname)) return refused(INNER_ADDRESS);
  // An allowed network opens addresses, never ports: a database or an admin page may be next to the receiver.
  if (!policy.allowPorts.includes(portOf(url))) return refused(otherPort(policy.allowPorts));
  return { url };
}

/** What a page may know of the policy, to judge an address while it is typed. */
export function typedRules(): TypedRules {
  const { allowHttp, allowPorts, ownOrigins, allowCidrs } = outboundPolicy();
  return { allowHttp, allowPorts, ownOrigins, hasExceptions: allowCidrs.length > 0 };
}

/** Time that a creation waits for a name server; a name that does not answer is judged at connect. */
const RESOLVE_AT_CREATION = 2_500;

/** Judges an address that a person or program wants to store. Null when it may be stored. */
export async function judgeTarget(
  text: string,
  policy: OutboundPolicy = outboundPolicy(),
): Promise<Refusal | null> {
  const judged = judgeUrl(text, policy);
  if ('refusal' in judged) return judged.refusal;
  const { url } = judged;
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
  const refusal = await judgeTarget(text, policy);
  if (refusal)
    throw new DomainError('validation_failed', 'The request body is not valid.', {
      errors: [{ pointer, ...refusal }],
    });
}

/** Raised inside a connection whose target is forbidden; its text names no address. */
class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';
  constructor() {
    super('The address is not allowed.');
  }
}

/**
 * The `lookup` of a connection: asks for all addresses, refuses if any is forbidden, and hands over only what was
 * judged, so that a second answer of the name server cannot take its place.
 * Danger: Node never calls it for literal addresses, and it sees no port; `judgeUrl` must come before.
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
