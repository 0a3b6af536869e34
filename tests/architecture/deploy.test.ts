import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/env';
import { sourceFiles } from './source-files';

/** Image, compose file, Helm chart, systemd units and proxies name what the code has. */

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1]!);
const below = (folder: string): string[] =>
  (fs.readdirSync(folder, { recursive: true }) as string[])
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile());

const env = read('server/env.ts');
const settings = new Set(all(env, /^ {2}([A-Z][A-Z0-9_]+):/gm));
const secrets = new Set(all(/const FROM_FILE = \[([^\]]*)\]/.exec(env)![1]!, /'([A-Z0-9_]+)'/g));

/** Settings of `deploy/`, by file. */
const named: [string, string[]][] = [
  [
    'deploy/Dockerfile',
    all(/^ENV (NODE_ENV.*HOST=.*)$/m.exec(read('deploy/Dockerfile'))![1]!, /([A-Z_0-9]+)=/g),
  ],
  ['deploy/compose.yaml', all(read('deploy/compose.yaml'), /\b([A-Z][A-Z0-9_]{3,}): /g)],
  [
    'deploy/helm/values.yaml',
    [
      ...all(
        /^settings:\n((?: {2}.*\n)+)/m.exec(read('deploy/helm/values.yaml'))![1]!,
        /^ {2}([A-Z0-9_]+):/gm,
      ),
      ...all(read('deploy/helm/values.yaml'), /keys: \[(.*)\]/g).flatMap((list) =>
        list.split(', ').map((key) => `${key}_FILE`),
      ),
    ],
  ],
  [
    'deploy/helm/templates',
    below('deploy/helm/templates').flatMap((file) => all(read(file), /name: ([A-Z][A-Z0-9_]+)$/gm)),
  ],
  ['deploy/systemd', below('deploy/systemd').flatMap((file) => all(read(file), /[= ]([A-Z][A-Z0-9_]*)=\S/g))],
];
/** Of other programs, and of the C library. */
const FOREIGN = /^(?:POSTGRES|MINIO|MALLOC)_/;

describe('deployment', () => {
  it.each(named)('%s names existing settings', (_, names) => {
    expect(names.length).toBeGreaterThan(0);
    const unknown = names.filter(
      (name) => !FOREIGN.test(name) && !settings.has(name) && !secrets.has(name.replace(/_FILE$/, '')),
    );
    expect(unknown).toEqual([]);
  });

  it('runs existing commands', () => {
    const text = below('deploy').map(read).join('\n');
    const commands = [
      ...all(text, /dist\/admin\.mjs ([a-z-]+ [a-z-]+)/g),
      ...all(text.replaceAll(/['"]/g, ''), /dist\/admin\.mjs, ([a-z-]+, [a-z-]+)\]/g).map((words) =>
        words.replace(', ', ' '),
      ),
    ];
    expect(commands.length).toBeGreaterThan(2);
    const known = new Set(below('server/cli').flatMap((file) => all(read(file), /^ {2}name: '([^']+)'/gm)));
    expect(commands.filter((command) => !known.has(command))).toEqual([]);
  });

  it.each(['deploy/compose.yaml', 'deploy/helm/templates/migration-job.yaml'])(
    'migrates with valid settings in %s',
    (file) => {
      const ofImage = /^ENV (NODE_ENV.*HOST=.*)$/m.exec(read('deploy/Dockerfile'))![1]!;
      const pairs = [...ofImage.matchAll(/([A-Z_0-9]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]);
      const job = /migrate['\], ](?:.|\n)*?environment:\n((?: {6}.*\n)+)|env:\n((?: {12}[^{]*\n)+)/.exec(
        read(file),
      )!;
      const [, host] = /HOST(?:: |\n\s+value: )(\S+)/.exec(job[1] ?? job[2]!) ?? [];
      const settings = {
        ...Object.fromEntries(pairs),
        ...(host === undefined ? {} : { HOST: host }),
        DATABASE_URL: 'postgres://clinical_app@database/clinical',
        MIGRATION_DATABASE_URL: 'postgres://clinical_owner@database/clinical',
        ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      };
      expect(readSettings(settings)).not.toHaveProperty('problems');
    },
  );

  it('uses the same ports everywhere', () => {
    const [port, health] = ['PORT', 'HEALTH_PORT'].map(
      (name) => new RegExp(` ${name}=(\\d+)`).exec(read('deploy/Dockerfile'))![1]!,
    );
    const chart = read('deploy/helm/templates/deployments.yaml');
    expect(all(chart, /containerPort: (\d+)/g)).toEqual([port, health]);
    expect(read('deploy/Dockerfile')).toContain(`127.0.0.1:${health}/healthz`);
    expect(read('docs/operations/proxies/haproxy.cfg')).toContain(`:${port} port ${health}`);
  });

  it('waits longer for the end of a process than it takes', () => {
    const drain = Number(/DRAIN_SECONDS: '(\d+)'/.exec(read('deploy/compose.yaml'))![1]!);
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml'))![1]!)).toBeGreaterThan(
      drain + 10,
    );
    for (const role of ['web', 'worker', 'intake'])
      expect(
        Number(/TimeoutStopSec=(\d+)/.exec(read(`deploy/systemd/clinical-${role}.service`))![1]!),
      ).toBeGreaterThan(5 + 10);
    expect(
      Number(/DRAIN_SECONDS\) (\d+)/.exec(read('deploy/helm/templates/deployments.yaml'))![1]!),
    ).toBeGreaterThan(10);
  });

  it('copies every file that a process reads from its folder', () => {
    const copied = all(/const COPIED = \[([^\]]*)\]/.exec(read('scripts/runtime.mjs'))![1]!, /'([^']+)'/g);
    const wanted = ['app', 'components', 'server']
      .flatMap((folder) => sourceFiles(folder))
      .filter(({ name }) => !/^server\/(?:embedded|demo\/synthea)\//.test(name))
      .flatMap(({ text }) => [
        ...all(text, /path\.join\(process\.cwd\(\), '([^']+)'/g),
        ...all(text, /path\.resolve\('([^']+)'\)/g),
      ]);
    expect(wanted.length).toBeGreaterThan(5);
    expect(
      wanted.filter((file) => !copied.some((one) => file === one || file.startsWith(`${one}/`))),
    ).toEqual([]);
  });

  it('sends the sources of the build to it, and nothing else', () => {
    const sent = all(read('deploy/Dockerfile.dockerignore'), /^!(.*)$/gm);
    expect(sent.filter((name) => !fs.existsSync(name))).toEqual([]);
    const configuration = fs
      .readdirSync('.')
      .filter((name) =>
        /^(?:next\.|postcss|tsconfig|instrumentation|package).*\.(?:ts|mjs|json)$/.test(name),
      );
    expect(configuration.filter((name) => !sent.includes(name))).toEqual([]);
  });

  it('keeps secrets out of the chart, and gives the owner of the tables to migrations only', () => {
    const values = read('deploy/helm/values.yaml');
    const visible = all(/^settings:\n((?: {2}.*\n)+)/m.exec(values)![1]!, /^ {2}([A-Z0-9_]+):/gm);
    expect(visible.filter((name) => secrets.has(name))).toEqual([]);
    expect(/^secret:\n(?: {2}.*\n)+/m.exec(values)![0]).not.toContain('MIGRATION_DATABASE_URL');
    for (const role of ['web', 'worker', 'intake'])
      expect(read(`deploy/systemd/clinical-${role}.service`)).not.toContain('MIGRATION_DATABASE_URL');
  });
});
