/** The running services of the browser tests, passed from the setup to the workers. */

/** The environment variable with their list, one per worker. */
export const SERVICES = 'E2E_SERVICES';

export interface RunningService {
  url: string;
  dataDir: string;
  /** The port to which this service may send webhooks. */
  receiverPort: number;
  /** The port to which this service may send orders. */
  laboratoryPort: number;
}

/**
 * Each worker has a service and a database: tests count the records of a whole service, change settings of its demo
 * organization, and exhaust the rate limits of its users.
 */
export function ownService(): RunningService {
  const services = JSON.parse(process.env[SERVICES] ?? '[]') as RunningService[];
  const worker = Number(process.env.TEST_PARALLEL_INDEX);
  const own = services[worker];
  if (!own) throw new Error(`There are ${services.length} services and none for worker ${worker + 1}.`);
  return own;
}
