import { OPERATIONS, type IdKind, type OperationPolicy, type Scope } from './policy';
import { CLEAN, foreignBodies, type BodyShape } from './shape-bodies';
import { cleanQueries, foreignQueries } from './shape-queries';
import { neverId, pathTo, wrongPrefix, type Place, type View } from './fixture';

/**
 * All requests: every operation with every relation of its `{id}` to the caller, every list unfiltered and filtered by
 * foreign records, every body valid and with foreign references. Each states the response to a caller with the scope;
 * the policy table states who that is.
 */

export interface Shape {
  operation: string;
  name: string;
  /** In the nightly run tested with every scope set; the others with a few that cover the operation's scopes. */
  core: boolean;
  path(view: View, let_in: LetIn): string;
  /** Bytes, or a value to send as JSON. */
  body?(view: View): object | Buffer;
  headers?: Record<string, string>;
  /** One of these is required in addition to the operation's own scopes. */
  scopes?: readonly Scope[];
  status: number;
  code: string | null;
  /** Errors of one group must be identical. */
  alike?: string;
  /** Expected content of the response, in addition to the status. */
  answer?: 'empty list' | 'list';
}

/** Returns records that an allowed request uses up. */
interface LetIn {
  allowed: boolean;
  spend(kind: IdKind): string;
}

type Relation = (view: View, kind: IdKind) => string | undefined;

/** The relation of the record in a path to the caller; all but the first get the same response. */
const RELATIONS: Record<string, Relation> = {
  own: (view, kind) => view.own.things[kind],
  'own, other mode': (view, kind) => view.otherMode.things[kind],
  'of another organization': (view, kind) => view.otherOrg.things[kind],
  'of another organization, other mode': (view, kind) => view.otherOrgOtherMode.things[kind],
  deleted: (view, kind) => view.own.gone[kind],
  'never existed': (_view, kind) => neverId(kind),
  'of the wrong prefix': (view, kind) => wrongPrefix(view.own.things[kind]),
};

function idShapes(operation: string, policy: OperationPolicy, kind: IdKind): Shape[] {
  const body =
    policy.method === 'PATCH' || policy.method === 'POST'
      ? { body: (view: View) => CLEAN[operation]!(view.own) }
      : {};
  return Object.entries(RELATIONS).map(([name, relation]) => {
    const own = name === 'own';
    return {
      operation,
      name,
      core: true,
      path: (view, { allowed, spend }) => {
        const id = own && allowed && isSpent(operation, policy) ? spend(kind) : relation(view, kind);
        return pathTo(policy.path, id!, view.own);
      },
      ...body,
      ...(own
        ? (OF_STATE[operation] ?? { status: policy.success, code: null })
        : { status: 404, code: 'not_found', alike: `${operation} not found` }),
    };
  });
}

const isSpent = (operation: string, { method }: OperationPolicy) =>
  method === 'DELETE' || operation === 'cancelExport';

/** Responses where the records of the fixture are not in the state that the operation requires. */
const OF_STATE: Record<string, Pick<Shape, 'status' | 'code'>> = {
  mergePatients: { status: 422, code: 'validation_failed' },
  unmergePatients: { status: 409, code: 'invalid_state' },
  // It has results.
  cancelLabOrder: { status: 409, code: 'invalid_state' },
};

/** Conditional reads: a 304 is a successful response too, and is audited like one. */
const rereadShapes = (operation: string, policy: OperationPolicy, kind: IdKind): Shape[] => [
  {
    operation,
    name: 'own, unchanged',
    core: false,
    path: (view) => pathTo(policy.path, view.own.things[kind], view.own),
    headers: { 'If-None-Match': '*' },
    status: 304,
    code: null,
  },
  {
    operation,
    name: 'of another organization, unchanged',
    core: false,
    path: (view) => pathTo(policy.path, view.otherOrg.things[kind], view.own),
    headers: { 'If-None-Match': '*' },
    status: 404,
    code: 'not_found',
    alike: `${operation} not found`,
  },
];

/** A result can be requested by the ID of its order. */
const RESULT_BY_ORDER: Shape[] = Object.entries(RELATIONS)
  .filter(([name]) => name !== 'of the wrong prefix')
  .map(([name, relation]) => ({
    operation: 'getLabResult',
    name: `by its order, ${name}`,
    core: false,
    path: (view) => `/v1/labs/results/${relation(view, 'order')}`,
    ...(name === 'own'
      ? { status: 200, code: null }
      : { status: 404, code: 'not_found', alike: 'getLabResult not found' }),
  }));

/** Deliveries of others, under an own webhook. */
const deliveryShapes = (operation: string, policy: OperationPolicy): Shape[] =>
  Object.entries(RELATIONS)
    .filter(([name]) => name !== 'own')
    .map(([name, relation]) => ({
      operation,
      name: `delivery, ${name}`,
      core: false,
      path: (view) =>
        policy.path
          .replace('{id}', view.own.things.webhook)
          .replace('{delivery_id}', relation(view, 'delivery')!),
      ...(policy.method === 'POST' ? { body: (view: View) => CLEAN[operation]!(view.own) } : {}),
      status: 404,
      code: 'not_found',
      alike: `${operation} not found`,
    }));

function listShapes(operation: string, policy: OperationPolicy): Shape[] {
  const clean = cleanQueries[operation];
  if (clean === undefined) throw new Error(`No query for ${operation}`);
  return [
    {
      operation,
      name: 'clean',
      core: true,
      path: () => `${policy.path}?${clean}`,
      status: 200,
      code: null,
      answer: 'list',
    },
    ...foreignQueries(operation).map(({ name, core, scopes, query }): Shape => ({
      operation,
      name: `filtered by ${name}`,
      core,
      ...(scopes ? { scopes } : {}),
      path: (view) => `${policy.path}?limit=5&${query(view)}`,
      status: 200,
      code: null,
      answer: 'empty list',
      alike: `${operation} nothing`,
    })),
  ];
}

/** A read without an ID. */
const singleShape = (operation: string, policy: OperationPolicy): Shape => ({
  operation,
  name: 'clean',
  core: true,
  path: () => policy.path,
  status: policy.success,
  code: null,
});

const bodyShape = (operation: string, policy: OperationPolicy, shape: BodyShape): Shape => ({
  operation,
  name: shape.name,
  core: shape.core,
  path: (view) => pathTo(policy.path, policy.id ? view.own.things[policy.id] : '', view.own),
  body: shape.body,
  ...(shape.headers ? { headers: shape.headers } : {}),
  ...(shape.answer ? { answer: shape.answer } : {}),
  ...(shape.rejectedAs
    ? { status: 422, code: shape.rejectedAs, alike: `${operation} ${shape.group ?? shape.name}` }
    : { status: policy.success, code: null }),
});

/** Cursors of each organization, by the operation that returned them. */
export type Cursors = Map<Place, Record<string, string>>;

/** A cursor is bound to the organization: for others it is invalid. */
function cursorShapes(cursors: Cursors): Shape[] {
  const lists = Object.keys(cleanQueries);
  return lists.flatMap((operation): Shape[] =>
    (['own', 'otherOrg', 'otherMode'] as const).map((whose) => ({
      operation,
      name: `on from a cursor of ${whose}`,
      core: whose === 'otherOrg' && operation === 'listWebhooks',
      path: (view) =>
        `${OPERATIONS[operation]!.path}?limit=1&cursor=${cursors.get(view[whose])![operation]!}`,
      ...(whose === 'own'
        ? { status: 200, code: null, answer: 'list' as const }
        : { status: 400, code: 'invalid_cursor', alike: `${operation} cursor` }),
    })),
  );
}

/** The exports here contain patients, which need their scope in addition. */
const ofPatients = (shape: Shape): Shape =>
  ['createExport', 'cancelExport', 'downloadExportFile'].includes(shape.operation) && shape.status < 400
    ? { ...shape, scopes: ['patients:read'] }
    : shape;

export function allShapes(cursors: Cursors): Shape[] {
  const shapes = Object.entries(OPERATIONS).flatMap(([operation, policy]): Shape[] => {
    const bodies = foreignBodies(operation).map((shape) => bodyShape(operation, policy, shape));
    const extra = policy.path.includes('{delivery_id}')
      ? deliveryShapes(operation, policy)
      : operation === 'getLabResult'
        ? RESULT_BY_ORDER
        : [];
    if (policy.id) {
      // Lists have no entity tag.
      const reread =
        policy.method === 'GET' && !operation.startsWith('list')
          ? rereadShapes(operation, policy, policy.id)
          : [];
      // The shape "own" covers its valid body.
      const pointing = bodies.filter(({ name }) => name !== 'clean');
      return [...idShapes(operation, policy, policy.id), ...reread, ...pointing, ...extra];
    }
    if (policy.method !== 'GET') return bodies;
    return operation.startsWith('list') ? listShapes(operation, policy) : [singleShape(operation, policy)];
  });
  return [...shapes.map(ofPatients), ...cursorShapes(cursors)];
}
