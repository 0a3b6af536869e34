import { startService } from '../../support/service';

/** One running service for all browser tests; receivers on loopback are allowed as an operator would allow them. */
export default async function setup(): Promise<() => Promise<void>> {
  // A running service can be used instead, to repeat one test quickly: E2E_URL and E2E_DATA_DIR name it.
  if (process.env.E2E_URL) return () => Promise.resolve();
  const service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
  Object.assign(process.env, { E2E_URL: service.url, E2E_DATA_DIR: service.dataDir });
  return async () => {
    const code = await service.stop();
    if (code !== 0) throw new Error(`The service ended with ${code}:\n${service.output().slice(-4000)}`);
  };
}
