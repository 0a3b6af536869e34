import dns, { type LookupAddress } from 'node:dns';

/**
 * Resolves a name to all its addresses without the thread pool: with `getaddrinfo`, a few names with an unresponsive
 * name server would block file access and password hashing of the whole process.
 */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND']);
// Not found, or no name server: only the hosts file can have the name.
const ASK_SYSTEM = new Set([...NO_SUCH_RECORD, 'ECONNREFUSED']);

/** @param servers name servers; the system's by default */
export function resolverOf(servers: string[] = [], limits = { timeout: 1_500, tries: 2 }): Resolve {
  const resolver = new dns.promises.Resolver(limits);
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length > 0) return found;
    const reasons = [four, six].map((result) =>
      result.status === 'rejected' ? (result.reason as NodeJS.ErrnoException) : null,
    );
    if (reasons.every((reason) => ASK_SYSTEM.has(reason?.code ?? ''))) return askSystem(name);
    throw reasons.find((reason) => !NO_SUCH_RECORD.has(reason?.code ?? '')) ?? reasons[0]!;
  };
}

export const resolveAll: Resolve = resolverOf();

// In sequence, so that this never uses more than one thread of the pool.
let last: Promise<unknown> = Promise.resolve();

function askSystem(name: string): Promise<LookupAddress[]> {
  const answer = last.then(() => dns.promises.lookup(name, { all: true }));
  last = answer.catch(() => undefined);
  return answer;
}

/** TXT records of a name; none if it does not exist or the name server does not respond. */
export async function resolveText(name: string): Promise<string[]> {
  const resolver = new dns.promises.Resolver({ timeout: 2_500, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(''));
}
