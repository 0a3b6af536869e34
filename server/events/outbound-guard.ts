import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { env } from '../env';
import { DomainError, type FieldError } from '../domain/errors';
import { INNER_ADDRESS, judgeShape, otherPort, portOf, type TypedRules } from '../domain/webhooks/rules';
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
    ...[env.WEBHOOK_ALLOW_CIDRS, env.WEBHOOK_ALLOW_PORTS, env.WEBHOOK_ALLOW_HTTP],
    ...[env.PUBLIC_URL, env.PORT, env.EGRESS_PROXY],
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

/** True when the connection may be made to this address and port. */
function isAllowed(policy: OutboundPolicy, address: string, port: number): boolean {
  const literal = readLiteral(address);
  if (!literal) return false;
  return isWithin(literal, policy.allowCidrs) || (isPublic(literal) && policy.allowPorts.includes(port));
}

/** What can be said without asking a name server: scheme, user info, name, port, literal address. */
export function judgeUrl(text: string, policy: OutboundPolicy): { url: URL } | { refusal: Refusal } {
  const judged = judgeShape(text, policy);
  if ('refusal' in judged) return judged;
  const { url } = judged;
  const refused = (refusal: Refusal) => ({ refusal });
  const port = portOf(url);
  const literal = readLiteral(url.hostname);
  if (literal) {
    if (isWithin(literal, policy.allowCidrs)) return { url };
    if (!isPublic(literal)) return refused(INNER_ADDRESS);
  }
  // A name may still lead into an allowed network, whatever its port; the lookup decides, where there is one.
  const mayBeExempt = !literal && policy.allowCidrs.length > 0 && !policy.proxy;
  if (!mayBeExempt && !policy.allowPorts.includes(port)) return refused(otherPort(policy.allowPorts));
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
  const bad = answers.filter(({ address }) => !isAllowed(policy, address, portOf(url)));
  if (bad.length === 0) return null;
  return bad.some(({ address }) => !isAllowed(policy, address, 443))
    ? INNER_ADDRESS
    : otherPort(policy.allowPorts);
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
export class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';
  constructor() {
    super('The address is not allowed.');
  }
}

/**
 * The `lookup` of a connection: asks for all addresses, refuses if any is forbidden, and hands over only what was
 * judged, so that a second answer of the name server cannot take its place.
 * Danger: Node never calls it for literal addresses; `judgeUrl` must come before.
 */
export function guardedLookup(policy: OutboundPolicy, port: number): LookupFunction {
  return (name, options, done) => {
    policy.resolve(name).then(
      (answers) => {
        if (answers.length === 0)
          return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        if (!answers.every(({ address }) => isAllowed(policy, address, port)))
          return done(new BlockedAddress(), '');
        if (options.all) return done(null, answers);
        return done(null, answers[0]!.address, answers[0]!.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
