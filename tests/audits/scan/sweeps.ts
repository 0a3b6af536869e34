import type { Finding } from './findings';
import { runFfuf, type Check, type Sweep } from './ffuf';
import type { OpenApi } from './operations';
import { pagesOf } from './portal-targets';
import type { Records } from './records';
import { checkOf, knownOf, type Caller } from './routes';
import type { Tap } from './tap';
import type { Bounds } from './tools';
import { commonWords, tricksOn } from './words';

/** The requests of ffuf: paths, callers and words. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** A rendered "not found" page costs ten times as much as a rejection in a handler, so fewer words are used there. */
const RENDERED = 0.2;

export interface Callers {
  anonymous: Tap;
  person: Tap;
  key: string;
}

interface Checked {
  sweep: Sweep;
  check: Check;
}

export async function sweepsOf(
  document: OpenApi,
  records: Records,
  { anonymous, person, key }: Callers,
  count: number,
): Promise<Checked[]> {
  const known = knownOf(document);
  const words = await commonWords(count);
  const some = words.slice(0, Math.ceil(count * RENDERED));
  const idOf: Record<string, string> = {
    patients: 'pat',
    orders: 'ord',
    results: 'res',
    documents: 'doc',
    webhooks: 'wh',
  };
  const operations = [...known.api].map(([pattern, methods]) => ({
    methods,
    path: pattern.replace(
      /([a-z]+)\/\{\w+\}/,
      (_all, resource: string) => `${resource}/${records.ids[idOf[resource]!]!}`,
    ),
  }));
  const pages = pagesOf(records).map(({ path }) => path);
  const tricks = tricksOn([...operations.map(({ path }) => path), ...pages, '/metrics', '/api/auth/session']);
  const combinations = [
    ...operations.flatMap(({ path, methods }) =>
      METHODS.filter((method) => !methods.includes(method)).map((method) => ({ method, path })),
    ),
    ...pages
      .filter((path) => path !== '/')
      .flatMap((path) =>
        METHODS.filter((method) => !/GET|HEAD/.test(method)).map((method) => ({ method, path })),
      ),
  ];
  const authorization = { Authorization: `Bearer ${key}` };
  const sweep = (caller: Caller, folder: string, list: string[], methods?: string[]): Checked => ({
    check: checkOf(known, caller),
    sweep: {
      name: `${caller}${folder.replaceAll('/', '-')}${methods ? 'methods' : list === tricks ? 'tricks' : ''}`,
      tap: caller === 'person' ? person : anonymous,
      folder,
      words: list,
      ...(methods ? { methods } : {}),
      ...(caller === 'key' ? { headers: authorization } : {}),
    },
  });
  const paths = combinations.map(({ path }) => path.slice(1));
  const methods = combinations.map(({ method }) => method);
  return [
    sweep('anonymous', '/v1/', words),
    sweep('key', '/v1/', words),
    sweep('anonymous', '/admin/', words),
    sweep('anonymous', '/', words),
    sweep('key', '/', paths, methods),
    sweep('person', '/', paths, methods),
    sweep('anonymous', '/', tricks),
    sweep('key', '/', tricks),
    sweep('person', '/', tricks),
    sweep('anonymous', '/api/', some),
    sweep('anonymous', '/docs/', some),
    ...['/', '/admin/', '/api/', '/api/trpc/', '/docs/', '/patients/'].map((folder) =>
      sweep('person', folder, some),
    ),
    ...['/api/', '/docs/', '/admin/'].map((folder) => sweep('key', folder, some)),
  ];
}

export async function runSweeps(sweeps: readonly Checked[], bounds: Bounds): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sweep, check } of sweeps) findings.push(...(await runFfuf(sweep, check, bounds)));
  return findings;
}
