import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { actionOf } from '../../../server/api/trpc';
import { openApiDocument } from '../../../server/http/openapi/document';
import { ROUTES } from '../../../server/http/rest/routes';
import { allProcedures, portalProcedures } from '../../support/portal-procedures';
import { startServer } from '../../support/server';
import { OPERATIONS, OTHER_ENDPOINTS, PROCEDURES, PUBLIC_PATHS, ROUTE_HANDLERS } from './policy';

/** routes of the build = OpenAPI document = policy table = audit actions. */

const root = path.resolve(import.meta.dirname, '../../..');
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `METHOD path scopes action`, one line per operation. */
const line = (method: string, at: string, scopes: readonly string[], operation: string) =>
  `${method} ${at} [${scopes.join(' ')}] ${snake(operation)}`;
const ofTable = Object.entries(OPERATIONS)
  .map(([id, { method, path: at, scopes }]) => line(method, at, scopes, id))
  .sort();

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

describe('policy table', () => {
  it('equals routes of /v1, OpenAPI document and audit actions', () => {
    const ofBuild = ROUTES.map(
      ({ method, path: at, meta, action }) =>
        `${method} ${at} [${[meta.scope ?? []].flat().join(' ')}] ${action}`,
    );
    expect(ofBuild.sort()).toEqual(ofTable);
    const { paths } = openApiDocument('/') as unknown as {
      paths: Record<string, Record<string, { operationId: string; 'x-required-scopes': string[] }>>;
    };
    const ofDocument = Object.entries(paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        line(method.toUpperCase(), at, operation['x-required-scopes'], operation.operationId),
      ),
    );
    expect(ofDocument.sort()).toEqual(ofTable);
  });

  it('equals the success statuses of the OpenAPI document', () => {
    const { paths } = openApiDocument('/') as unknown as {
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect(statuses, operation.operationId).toContain(String(OPERATIONS[operation.operationId]!.success));
    }
  });

  it('equals the procedures offered to pages, each of the router with its own audit action', () => {
    expect(Object.keys(portalProcedures).sort()).toEqual(Object.keys(PROCEDURES).sort());
    const procedures = Object.keys(allProcedures);
    expect(new Set(procedures.map(actionOf)).size).toBe(procedures.length);
  });

  it('covers Next, which serves pages and known handlers: no other route, no middleware, no Server Action', async () => {
    const files = await filesBelow('app');
    const handlers = files.filter((file) => /(^|\/)route\.[cm]?[jt]sx?$/.test(file));
    expect(handlers.sort()).toEqual([...ROUTE_HANDLERS].sort());
    const atRoot = await readdir(root);
    // `instrumentation-client.ts` runs in the browser only.
    const known = /^(middleware|proxy|instrumentation)\.[cm]?[jt]sx?$/;
    expect(atRoot.filter((name) => known.test(name) || name === 'pages' || name === 'src')).toEqual([]);
    for (const file of [...files, ...(await filesBelow('components'))].filter((name) =>
      /\.[cm]?[jt]sx?$/.test(name),
    )) {
      const text = await readFile(path.join(root, file), 'utf8');
      expect(/^\s*['"]use server['"]/m.test(text), `${file} holds a Server Action`).toBe(false);
    }
    const config = await readFile(path.join(root, 'next.config.mjs'), 'utf8');
    expect(config).not.toMatch(/\b(rewrites|redirects)\b/);
  });

  it('lists all handlers of the listener', async () => {
    const text = await readFile(path.join(root, 'server/http/server.ts'), 'utf8');
    const found = [...text.matchAll(/'(\/[\w./-]+)'/g)].map(([, prefix]) => prefix!);
    expect([...new Set(found)].filter((prefix) => !['/_next', '/_next/'].includes(prefix)).sort()).toEqual(
      ['/v1', ...OTHER_ENDPOINTS].sort(),
    );
  });

  it('lists all public paths below /v1', async () => {
    const server = await startServer();
    const named = ROUTES.map((route) => route.path.replaceAll(/\{\w+\}/g, 'pat_00000000000000000000000000'));
    const guessed = [
      '',
      '/',
      '/docs',
      '/health',
      '/metrics',
      '/admin',
      '/openapi',
      '/openapi.yaml',
      '/patients/',
    ];
    const open: string[] = [];
    for (const at of [...named, ...guessed.map((end) => `/v1${end}`), ...PUBLIC_PATHS]) {
      const response = await fetch(server.url + at, { redirect: 'manual' });
      await response.arrayBuffer();
      if (response.status !== 401) open.push(at);
    }
    await server.close();
    expect(open).toEqual(PUBLIC_PATHS);
  });
});
