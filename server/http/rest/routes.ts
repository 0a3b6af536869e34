import { PROCEDURES } from '../../api/procedures';
import type { Meta } from '../../api/trpc';
import type { AuditKind } from '../../shared/audit';
import { actionOf, kindOf } from '../../api/trpc';
import { USE } from '../../domain/exports/access';

/**
 * The routes of `/v1`, derived from the router. Routes that stream bytes (document content) are Node handlers over the
 * same operations, listed in `RAW_ROUTES`. Nothing else is reachable.
 */

export interface Route {
  method: string;
  /** Path with parameters, `/v1/patients/{id}`. */
  path: string;
  /** Path of the procedure in the router; null for raw routes. */
  procedure: string | null;
  action: string;
  kind: AuditKind;
  meta: Meta;
}

const RAW_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/documents/{id}/content',
    procedure: null,
    action: 'download_document',
    kind: 'download',
    meta: { scope: 'documents:read', errors: ['invalid_state', 'content_unavailable'] },
  },
  {
    method: 'GET',
    path: '/v1/exports/{id}/files/{name}',
    procedure: null,
    action: 'download_export_file',
    kind: 'download',
    meta: { scope: USE.scope, errors: ['forbidden', 'invalid_state', 'content_unavailable'] },
  },
];

function readRoutes(): Route[] {
  const routes = [...PROCEDURES].flatMap(([procedure, { type, meta }]) => {
    const openapi = meta?.openapi;
    return meta && openapi
      ? [
          {
            method: openapi.method as string,
            path: openapi.path as string,
            procedure,
            action: actionOf(procedure),
            kind: kindOf(procedure, type),
            meta,
          },
        ]
      : [];
  });
  return [...routes, ...RAW_ROUTES];
}

export const ROUTES: readonly Route[] = readRoutes();

interface Node {
  children: Map<string, Node>;
  parameter?: { name: string; node: Node };
  routes: Map<string, Route>;
}

const newNode = (): Node => ({ children: new Map(), routes: new Map() });
const root = newNode();
for (const route of ROUTES) {
  let node = root;
  for (const segment of route.path.slice(1).split('/')) {
    if (segment.startsWith('{'))
      node = (node.parameter ??= { name: segment.slice(1, -1), node: newNode() }).node;
    else {
      const child = node.children.get(segment) ?? newNode();
      node.children.set(segment, child);
      node = child;
    }
  }
  node.routes.set(route.method, route);
}

export interface Match {
  route?: Route;
  parameters: Record<string, string>;
  /** Methods of the path, HEAD included; empty for an unknown path. */
  allow: string[];
}

/** HEAD is a GET whose response has no body (RFC 9110, section 9.3.2), which Node leaves out. */
export const routeMethod = (method = ''): string => (method === 'HEAD' ? 'GET' : method);

/** Exact match: no trailing slash, no double slash, no encoded characters (IDs need none). */
export function matchRoute(method: string | undefined, pathname: string): Match {
  const parameters: Record<string, string> = {};
  let node: Node | undefined = root;
  for (const segment of pathname.slice(1).split('/')) {
    const child: Node | undefined = node.children.get(segment);
    if (child) node = child;
    else if (node.parameter && /^[A-Za-z0-9_-]{1,100}$/.test(segment)) {
      parameters[node.parameter.name] = segment;
      node = node.parameter.node;
    } else return { parameters: {}, allow: [] };
  }
  const route = node.routes.get(routeMethod(method));
  const allow = [...node.routes.keys()].flatMap((own) => (own === 'GET' ? ['GET', 'HEAD'] : [own]));
  return { parameters, allow, ...(route ? { route } : {}) };
}
