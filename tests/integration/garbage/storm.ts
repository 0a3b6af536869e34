import { runConcurrently } from '../matrix/client';
import { seeded } from '../../support/random';
import type { Asked, Endpoint } from './endpoints';
import { bytesOf, Connection, type WireAnswer } from './wire';

/**
 * Sends malformed requests to all endpoints in turn and checks each response: never a 5xx, never none, always a
 * problem document where the contract promises one. Each request has a separate seed, so that it can be repeated.
 */

export interface Options {
  seed: number;
  /** Requests per endpoint; its kinds take turns. */
  count: number;
  /** `endpoint`, `endpoint/kind` or `endpoint/kind/number`: only these. */
  only?: string | undefined;
  /** No request starts after this time. */
  until?: number;
  say?: (sentence: string) => void;
}

export interface Figures {
  asked: number;
  /** Responses by status and `endpoint/kind`; 0 is a connection that ended without a response. */
  statuses: Map<string, Map<number, number>>;
  findings: string[];
}

const CONNECTIONS = 6;
const MOST_FINDINGS = 40;

/** Findings of one kind; the first one represents the others. */
interface Sort {
  first: string;
  count: number;
}

export async function storm(url: string, endpoints: readonly Endpoint[], options: Options): Promise<Figures> {
  const figures: Figures = { asked: 0, statuses: new Map(), findings: [] };
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(new URL(url)));
  for (const { name, good } of endpoints) {
    const status = good && (await connections[0]!.send(good.wire)).status;
    if (good && status !== good.status)
      figures.findings.push(`${name}: the good request was answered ${status}`);
  }
  const sorts = new Map<string, Sort>();
  const requests = requestsOf(endpoints, options);
  await runConcurrently(CONNECTIONS, connections, async (connection) => {
    for (const { endpoint, kind, number } of requests) {
      const name = `${endpoint.name}/${kind}`;
      const asked = endpoint.kinds[kind]!(seeded(hashOf(`${options.seed}/${name}/${number}`)));
      const answer = await connection.send(asked);
      const seen = figures.statuses.get(name) ?? new Map<number, number>();
      figures.statuses.set(name, seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1));
      const wrong = findProblem(endpoint, asked, answer);
      if (wrong) {
        const sort = `${name}: ${wrong}, answered ${answer.status} ${parsed(answer.text).code ?? ''}`;
        const known = sorts.get(sort);
        if (known) known.count++;
        else if (sorts.size < MOST_FINDINGS)
          sorts.set(sort, {
            first: `${name}/${number}: ${wrong}, answered ${answer.status} ${answer.text.slice(0, 200)}, asked ${JSON.stringify(bytesOf(asked).toString('latin1').slice(0, 1_000))}`,
            count: 1,
          });
      }
      if (++figures.asked % 10_000 === 0) options.say?.(`${figures.asked} requests`);
    }
  });
  for (const connection of connections) connection.close();
  for (const { first, count } of sorts.values())
    figures.findings.push(count === 1 ? first : `${first} (and ${count - 1} more of this sort)`);
  return figures;
}

/** One generator that all connections share. */
function* requestsOf(endpoints: readonly Endpoint[], { count, only, until = Infinity }: Options) {
  for (let number = 0; number < count && Date.now() < until; number++)
    for (const endpoint of endpoints) {
      const kinds = Object.keys(endpoint.kinds);
      const kind = kinds[number % kinds.length]!;
      if (only === undefined || `${endpoint.name}/${kind}/${number}/`.startsWith(`${only}/`))
        yield { endpoint, kind, number };
    }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** @returns what is wrong with the response, or null */
function findProblem(
  endpoint: Endpoint,
  asked: Asked,
  { status, contentType, text }: WireAnswer,
): string | null {
  if (status === -1) return 'no answer in time';
  if (status === 0) return asked.cut ? null : 'no answer';
  if (status >= 500) return 'a failure of the service';
  if (status === 429) return 'more people are needed: the limit was reached';
  if (asked.expected && !asked.expected.includes(status)) return `not ${asked.expected.join(' or ')}`;
  if (status < 400 || !endpoint.problems || asked.elsewhere) return null;
  if (contentType !== 'application/problem+json') return `an error as ${contentType || 'nothing'}`;
  const { code, errors } = parsed(text);
  if (!code) return 'an error without a code';
  return errors?.every((error) => error.code && error.message) === false ? 'an error without words' : null;
}

function parsed(text: string): { code?: string; errors?: { code: string; message: string }[] } {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
