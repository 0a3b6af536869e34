/** The running services of the browser tests: what the setup starts and tells, and which one is ours. */

/** The environment variable that holds a list of them, one for each worker. */
export const SERVICES = 'E2E_SERVICES';

export interface RunningService {
  url: string;
  dataDir: string;
  /** The port to which this service may send webhooks. */
  receiverPort: number;
}

/**
 * Each worker has a service with a database of its own: tests count what a whole service holds, change what its demo
 * organization asks for, and use up what its people may ask for in a minute.
 */
export function ownService(): RunningService {
  const services = JSON.parse(process.env[SERVICES] ?? '[]') as RunningService[];
  const worker = Number(process.env.TEST_PARALLEL_INDEX);
  const own = services[worker];
  if (!own) throw new Error(`There are ${services.length} services and none for worker ${worker + 1}.`);
  return own;
}
