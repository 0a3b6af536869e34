import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { pause } from '../deliveries/parts';

/** Podman with its images and containers in a temporary folder. */

export type Podman = (...args: string[]) => Promise<string>;

export function podmanIn(folder: string): Podman {
  const always = [
    `--root=${path.join(folder, 'images')}`,
    `--runroot=${path.join(folder, 'running')}`,
    '--runtime=runc',
    '--cgroup-manager=cgroupfs',
  ];
  return async (...args) =>
    (await promisify(execFile)('podman', [...always, ...args], { maxBuffer: 1e8 })).stdout.trim();
}

/** As the chart and compose.yaml run it. The limits are those that a container may have without rights to raise them. */
const OPTIONS =
  '--network=host --read-only --cap-drop=all --security-opt=no-new-privileges --no-healthcheck --ulimit=nofile=4096:4096 --ulimit=nproc=4096:4096';

export const runOptions = (settings: Record<string, string>, secrets: string): string[] => [
  ...OPTIONS.split(' '),
  `--volume=${secrets}:/run/clinical:ro`,
  ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
];

export async function isReady(port: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
  }
  throw new Error(`Port ${port} did not become ready in 60 s.`);
}
