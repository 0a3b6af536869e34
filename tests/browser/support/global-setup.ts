import type { FullConfig } from '@playwright/test';
import { bundle } from '../../../scripts/lib/bundle.mjs';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { neverWaitForDisk } from '../../support/postgres';
import { freePort } from '../../support/server';
import { startService } from '../../support/service';
import { SERVICES, type RunningService } from './services';

/** One running service for each worker; receivers on loopback are allowed as an operator would allow them. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  await bundle(['simulator']);
  // To repeat one test quickly, one worker can use a running service: E2E_URL and E2E_DATA_DIR.
  const { E2E_URL: url, E2E_DATA_DIR: dataDir } = process.env;
  if (url && dataDir) {
    report([{ url, dataDir, receiverPort: 8443, laboratoryPort: 2575 }]);
    return () => Promise.resolve();
  }
  const start = async () => {
    const [receiverPort, laboratoryPort] = [await freePort(), await freePort()];
    const service = await startService({
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      ORDER_ALLOW_CIDRS: '127.0.0.0/8',
      ORDER_ALLOW_PORTS: `${laboratoryPort}`,
      // The second is a receiver that is not running.
      WEBHOOK_ALLOW_PORTS: `${receiverPort},9`,
    });
    const database = await connectionOfRunningServer(service.dataDir);
    await neverWaitForDisk(database!.adminUrl);
    return { ...service, receiverPort, laboratoryPort };
  };
  const started = await Promise.allSettled(Array.from({ length: workers }, start));
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
  report(
    services.map(({ url: at, dataDir: folder, receiverPort, laboratoryPort }) => ({
      url: at,
      dataDir: folder,
      receiverPort,
      laboratoryPort,
    })),
  );
  return stop;
}

const report = (services: RunningService[]) =>
  Object.assign(process.env, { [SERVICES]: JSON.stringify(services) });
