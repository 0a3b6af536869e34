import type { FullConfig } from '@playwright/test';
import { startService } from '../../support/service';
import { SERVICES, type RunningService } from './services';

/** One running service for each worker; receivers on loopback are allowed as an operator would allow them. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  // A running service can be used instead, to repeat one test quickly, with one worker: E2E_URL and E2E_DATA_DIR name it.
  const { E2E_URL: url, E2E_DATA_DIR: dataDir } = process.env;
  if (url && dataDir) {
    tell([{ url, dataDir }]);
    return () => Promise.resolve();
  }
  const settings = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };
  const started = await Promise.allSettled(Array.from({ length: workers }, () => startService(settings)));
  const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    const codes = await Promise.all(services.map((service) => service.stop()));
    for (const [at, code] of codes.entries())
      if (code !== 0)
        throw new Error(`The service ended with ${code}:\n${services[at]!.output().slice(-4000)}`);
  };
  for (const one of started)
    if (one.status === 'rejected') {
      await stop();
      throw one.reason;
    }
  tell(services.map(({ url: at, dataDir: folder }) => ({ url: at, dataDir: folder })));
  return stop;
}

const tell = (services: RunningService[]) =>
  Object.assign(process.env, { [SERVICES]: JSON.stringify(services) });
