import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newId, showId } from '../../../server/shared/ids';
import { routesOfTree } from '../../browser/support/page-routes';
import { fullInput } from '../../integration/matrix/full-inputs';
import { ID_PREFIX, PROCEDURES, type IdKind } from '../../integration/matrix/policy';
import { portalCases, type PortalCase } from '../../integration/matrix/portal-inputs';
import { neverId, NOTE, type View } from '../../integration/matrix/fixture';
import type { Records } from './records';
import { allProcedures } from '../../support/portal-procedures';
import { cookiesOf, type Scanned } from './service';
import type { SqlTarget } from './sqlmap';

/** Requests to every page with all its query parameters, to every procedure of `/api/trpc`, and to sign-in. */

/** Values for which a page shows something. */
const VALUES: Record<string, string> = {
  q: 'Van',
  category: 'imaging',
  severity: 'abnormal',
  return_to: '/patients',
};

interface ScannedPage {
  pattern: string;
  path: string;
  query: string[];
}

export function pagesOf(records: Records): ScannedPage[] {
  return routesOfTree().map(({ pattern, portal }) => ({
    pattern,
    path: pattern.replace(/\[(\w+)\]/g, (_segment, name: string) => records.pages[name]!),
    query: queryOf(pattern, portal),
  }));
}

/** Names of the query parameters, extracted from the page's source, the only place that lists them. */
function queryOf(pattern: string, portal: boolean): string[] {
  const file = [portal ? '(portal)' : '(public)', ''].map((group) =>
    path.join('app', group, pattern, 'page.tsx'),
  );
  const source = file.map(readIfThere).find((text) => text !== null) ?? '';
  const names = [...source.matchAll(/\bone\([^']*'(\w+)'\)|\bquery\.(\w+)/g)].map(
    (match) => match[1] ?? match[2]!,
  );
  if (source === '' || (source.includes('searchParams') && names.length === 0))
    throw new Error(
      `The query parameters of ${pattern} are not found: teach tests/audits/scan/portal-targets.ts.`,
    );
  return [...new Set(names)];
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

export const valueOf = (name: string): string => VALUES[name] ?? 'a';

export function targetsOfPages(records: Records): SqlTarget[] {
  return pagesOf(records).flatMap(({ pattern, path: target, query }) => {
    const marked = pattern.replace(/\[(\w+)\]/g, (_segment, name: string) => `${records.pages[name]}*`);
    return [
      ...(marked === target ? [] : [{ name: `page ${pattern}`, method: 'GET', path: marked, headers: {} }]),
      ...query.map((name) => ({
        name: `page ${pattern} ?${name}`,
        method: 'GET',
        path: `${target}?${name}=${encodeURIComponent(valueOf(name))}*`,
        headers: {},
      })),
    ];
  });
}

/** Fails if sign-in does not respond as a browser expects. */
export async function targetOfSignIn({ service }: Scanned): Promise<SqlTarget> {
  const first = await fetch(`${service.url}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  return {
    name: 'sign-in',
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { Cookie: cookiesOf(first), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `csrfToken=${csrfToken}&email=scan%40demo.example*&password=scanned*&json=true`,
    rejected: 401,
  };
}

/** Valid for one session only, after a redirect. */
const NO_CONSENT = { id: 'A'.repeat(43) };
const ABSENT: Record<string, object> = {
  'oauth.getConsentRequest': NO_CONSENT,
  'oauth.getConsentOrganization': NO_CONSENT,
  // If it succeeded, the scan's session would be replaced.
  'sessions.switchOrganization': { id: showId('organization', newId()) },
};
const SPENT = /delete|restore/i;
const OF_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** The inputs of the permission matrix, which has one for every procedure. */
export async function targetsOfProcedures(records: Records): Promise<SqlTarget[]> {
  const view = viewOf(records);
  const targets: SqlTarget[] = [];
  for (const [procedure, { id: kind }] of Object.entries(PROCEDURES)) {
    const prefix = kind && ID_PREFIX[kind];
    let isSpare = true;
    const spend = async (): Promise<string> => {
      if (procedure === 'patients.restorePatient') return records.deletedPatient;
      const spare = await records.spare[prefix!]?.();
      isSpare = spare !== undefined;
      return spare ?? neverId(kind ?? 'patient');
    };
    const cases = portalCases(procedure);
    const answered = (answer: PortalCase['answer']) => cases.find((one) => one.answer === answer);
    const fine = answered('ok') ?? answered('empty') ?? cases.find(({ name }) => name === 'own') ?? cases[0]!;
    const input = ABSENT[procedure] ?? (await fine.input(view, spend));
    // A resource type without a record in the scan: the ID is parsed, and nothing is found.
    const isAbsent = procedure in ABSENT || !isSpare || (prefix && !(prefix in records.ids));
    const rejected =
      typeof fine.answer === 'object' ? { rejected: fine.answer.status } : isAbsent ? { rejected: 404 } : {};
    if (allProcedures[procedure]!._def.type === 'mutation') {
      const full =
        procedure.startsWith('patients.') && !SPENT.test(procedure) ? fullInput(procedure, view.own) : input;
      // A procedure without input has nothing to alter.
      if (Object.keys(full).length === 0) continue;
      targets.push({
        name: procedure,
        method: 'POST',
        path: `/api/trpc/${procedure}`,
        headers: { ...OF_OUR_PAGE, 'Content-Type': 'application/json' },
        body: JSON.stringify(full),
        ...rejected,
      });
    } else
      targets.push({
        name: procedure,
        method: 'GET',
        path: `/api/trpc/${procedure}?input=${marked({ ...FILTERS[procedure], ...input })}`,
        headers: OF_OUR_PAGE,
        ...rejected,
      });
  }
  return targets;
}

/** Filters for lists whose default input is empty. */
const FILTERS: Record<string, object> = {
  'patients.listCharts': { q: 'Van' },
  'catalog.listCatalog': { q: 'glucose' },
};

/** JSON in a query, with sqlmap's marker after every text; for `{}` after the whole. */
function marked(input: object): string {
  const encoded = encodeURIComponent(
    JSON.stringify(input, (_name, value: unknown) => (typeof value === 'string' ? `${value}\u0001` : value)),
  );
  const withMarks = encoded.replaceAll('%5Cu0001', '*');
  return withMarks.includes('*') ? withMarks : `${withMarks}*`;
}

/** The part of the matrix's fixture that its default inputs use. */
function viewOf({ ids, deletedPatient, person }: Records): View {
  const things = Object.entries(ID_PREFIX).map(([kind, prefix]) => [
    kind,
    ids[prefix] ?? neverId(kind as IdKind),
  ]);
  const own = {
    org: { orgId: newId() },
    things: Object.fromEntries(things) as Record<IdKind, string>,
    gone: { patient: deletedPatient },
    ids: { user: ids.usr, test: ids.tst },
    ...person,
    documentBytes: Buffer.from(NOTE, 'base64'),
  };
  // Where the matrix uses only foreign records, the scan uses its own.
  return { own, otherMode: own, otherOrg: own, otherOrgOtherMode: own } as unknown as View;
}
