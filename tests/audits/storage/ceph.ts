import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../support/server';
import { pause } from '../deliveries/parts';

/** The object gateway of Ceph with one monitor and one store in memory, on loopback. */

const PROGRAMS = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
} as const;

/** @returns the packages of Debian that are not installed */
export const missingPackages = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([program, name]) =>
    spawnSync(program, ['--version']).error ? [name] : [],
  );

export interface Ceph {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

export async function startCeph(folder: string): Promise<Ceph> {
  try {
    return { ...(await start(folder)), stop: () => stop(folder) };
  } catch (error) {
    await stop(folder);
    throw error;
  }
}

/** Kills what was started. */
async function stop(folder: string): Promise<void> {
  for (const name of ['client.admin', 'osd.0', 'mon.a']) {
    const pid = await readFile(path.join(folder, 'run', `${name}.pid`), 'utf8').catch(() => null);
    if (pid !== null) process.kill(Number(pid), 'SIGKILL');
  }
}

async function start(folder: string): Promise<Omit<Ceph, 'stop'>> {
  const [monitor, gateway, fsid] = [await freePort(), await freePort(), randomUUID()];
  const at = (name: string) => path.join(folder, name);
  for (const name of ['mon', 'osd', 'rgw', 'run']) await mkdir(at(name));
  const file = at('ceph.conf');
  await writeFile(
    file,
    `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
mon data = ${at('mon')}
mon allow pool size one = true
mon max pg per osd = 1000
osd data = ${at('osd')}
osd objectstore = memstore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
public addr = 127.0.0.1
run dir = ${at('run')}
admin socket = ${at('run')}/$name.asok
pid file = ${at('run')}/$name.pid
log file = ${at('log')}
keyring = ${at('keyring')}
`,
  );
  /** @param further with spaces */
  const run = (program: string, words: string, further: string[] = []) =>
    execFileSync(program, [...words.split(' '), ...further], {
      env: { ...process.env, CEPH_CONF: file },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    });
  const [keyring, map] = [at('keyring'), at('monmap')];
  const all = (service: string) => ['--cap', service, 'allow *'];
  run('ceph-authtool', `--create-keyring ${keyring} --gen-key -n mon.`, all('mon'));
  run('ceph-authtool', `${keyring} --gen-key -n client.admin`, ['mon', 'osd', 'mgr'].flatMap(all));
  run('monmaptool', `--create --addv a [v2:127.0.0.1:${monitor}] --fsid ${fsid} ${map}`);
  run('ceph-mon', `--mkfs -i a --monmap ${map} --keyring ${keyring}`);
  // They continue in the background.
  run('ceph-mon', '-i a');
  const store = randomUUID();
  run('ceph', `osd new ${store}`);
  const rights = ['mon', 'allow profile osd', 'osd', 'allow *', 'mgr', 'allow *'];
  const key = run('ceph', 'auth get-or-create osd.0', rights);
  await writeFile(keyring, (await readFile(keyring, 'utf8')) + key);
  run('ceph-osd', `-i 0 --mkfs --osd-uuid ${store}`);
  run('ceph-osd', '-i 0');
  const gatewayWords = `-n client.admin --keyring ${keyring} --rgw-data=${at('rgw')}`;
  run('radosgw', gatewayWords, [`--rgw-frontends=beast endpoint=127.0.0.1:${gateway}`]);
  const endpoint = `http://127.0.0.1:${gateway}`;
  for (let attempt = 0; !(await fetch(endpoint).catch(() => null))?.ok; attempt++) {
    if (attempt === 300) throw new Error('The gateway did not start in 60 s.');
    await pause(200);
  }
  const [accessKeyId, secretAccessKey] = ['CLINICAL', randomUUID()];
  run(
    'radosgw-admin',
    `user create --uid=clinical --display-name=Clinical --access-key=${accessKeyId} --secret-key=${secretAccessKey}`,
  );
  return { endpoint, accessKeyId, secretAccessKey };
}
