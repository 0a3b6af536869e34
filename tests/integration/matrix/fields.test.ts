import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../../server/api/root';
import { openApiDocument } from '../../../server/http/openapi/document';
import { asSuperuser, personContext } from '../../support/database';
import { inputSchemaOf, targetOf, type Schema } from '../../support/made-input';
import { allProcedures, portalProcedures } from '../../support/portal-procedures';
import { startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';
import { connect, type Client } from './client';
import { insertKeys } from './credentials';
import { FIELD_NAMES, FORBIDDEN } from './field-names';
import { fullInput } from './full-inputs';
import { OPERATIONS, SCOPES } from './policy';
import { makeLivePlaces, pathTo, type LivePlaces } from './fixture';
import { signInAs } from '../../support/session';

/** A-05: no field beyond the permissions is returned or accepted, nested or not, in `/v1` and the portal. */

type Mutation = {
  _def: {
    type: string;
    output: z.ZodType;
    meta?: { openapi?: { operationId: string } };
  };
};

let server: TestServer;
let fixture: LivePlaces;
let client: Client;
let asAdmin: Record<string, string>;
let asKey: Record<string, string>;
const procedures = appRouter._def.procedures as unknown as Record<string, Mutation>;
const mutations = Object.entries(procedures).filter(([, { _def }]) => _def.type === 'mutation');

beforeAll(async () => {
  server = await startServer();
  fixture = await makeLivePlaces();
  client = connect(server.url, 4);
  const { cookie } = await signInAs(await personContext(fixture.live.org, 'admin'));
  asAdmin = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const [key] = await insertKeys('live', fixture.live, [SCOPES]);
  asKey = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}, 120_000);
afterAll(() => {
  client.close();
  return server.close();
});

/** Every nested object schema, with its place. */
function* objectsOf(
  schema: Schema,
  root: Schema,
  at = '',
  seen = new Set<string>(),
): Generator<[string, Schema]> {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return;
    yield* objectsOf(targetOf(schema.$ref, root), root, at, new Set([...seen, schema.$ref]));
    return;
  }
  if (schema.properties || schema.additionalProperties !== undefined) yield [at, schema];
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    yield* objectsOf(child, root, `${at}/${name}`, seen);
  if (schema.items) yield* objectsOf(schema.items, root, `${at}/0`, seen);
  for (const child of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap(
    (list) => list ?? [],
  ))
    yield* objectsOf(child, root, at, seen);
}

/** A map of free keys (`metadata`) has no named members; every other object must name all of its members. */
const isOpen = ({ properties, additionalProperties }: Schema) =>
  properties !== undefined && additionalProperties !== false;
const isMap = ({ properties }: Schema) => properties === undefined || Object.keys(properties).length === 0;

describe('returned fields', () => {
  it('are those of the specification, resource by resource', () => {
    const document = openApiDocument('/') as unknown as { components: { schemas: Record<string, Schema> } };
    const { schemas } = document.components;
    for (const [name, fields] of Object.entries(FIELD_NAMES)) {
      expect(schemas[name], name).toBeDefined();
      expect(Object.keys(schemas[name]!.properties!).sort(), name).toEqual([...new Set(fields)].sort());
    }
  });

  it('are all named: no procedure returns additional members', () => {
    const open: string[] = [];
    let objects = 0;
    for (const path of Object.keys(allProcedures)) {
      const { _def } = procedures[path]!;
      const schema = z.toJSONSchema(_def.output, { io: 'output', unrepresentable: 'any' }) as Schema;
      for (const [at, object] of objectsOf(schema, schema)) {
        objects++;
        if (isOpen(object)) open.push(`${path} ${at}`);
      }
    }
    expect(open).toEqual([]);
    expect(objects).toBeGreaterThan(100);
  });
});

/** The input with every forbidden member that the object at this place does not have. */
function withForbidden(
  input: Record<string, unknown>,
  at: string,
  schema: Schema,
): { body: Record<string, unknown>; pointers: string[] } | null {
  const body = structuredClone(input);
  let object: unknown = body;
  for (const part of at.split('/').slice(1)) object = (object as Record<string, unknown> | undefined)?.[part];
  if (typeof object !== 'object' || object === null) return null;
  const names = FORBIDDEN.filter((name) => !(name in schema.properties!));
  for (const name of names) (object as Record<string, unknown>)[name] = name === 'version' ? 7 : 'forbidden';
  return { body, pointers: names.map((name) => `${at}/${name}`) };
}

const counts = async () =>
  (
    await asSuperuser<{ counts: string }>(
      `SELECT concat_ws(' ', ${[
        'patients',
        'lab_orders',
        'documents',
        'webhooks',
        'webhook_secrets',
        'api_keys',
        'events',
        'deliveries',
      ]
        .map((table) => `(SELECT count(*) FROM ${table} WHERE org_id = $1)`)
        .join(', ')}, (SELECT sum(version) FROM patients WHERE org_id = $1)) AS counts`,
      [fixture.live.org.orgId],
    )
  )[0]!.counts;

interface Problem {
  object?: string;
  data?: { error: Problem & { status: number } }[];
  errors?: { pointer: string; code: string }[];
}

/** Status and problem of a response; a batch has a problem for each item. */
function rejectionOf(status: number, text: string): [number, Problem] {
  const json = JSON.parse(text) as Problem;
  const error = json.object === 'patient_batch' ? json.data?.[0]?.error : undefined;
  if (!error) return [status, json];
  const errors = error.errors!.map(({ pointer, code }) => ({ pointer: `/patients/0${pointer}`, code }));
  return [error.status, { errors }];
}

describe('accepted fields', () => {
  it('are all named in every procedure input', () => {
    const open = Object.keys(procedures).flatMap((path) =>
      [...objectsOf(inputSchemaOf(path), inputSchemaOf(path))]
        .filter(([, object]) => isOpen(object))
        .map(([at]) => `${path} ${at}`),
    );
    expect(open).toEqual([]);
  });

  it('exclude id, org_id, created_at, mode, role, version and the like, at the top and nested', async () => {
    const before = await counts();
    const wrong: string[] = [];
    let tried = 0;
    const checkProblem = (where: string, status: number, problem: Problem, pointers: string[]) => {
      tried++;
      const named = new Set(
        (problem.errors ?? [])
          .filter(({ code }) => code === 'read_only' || code === 'unknown_field')
          .map(({ pointer }) => pointer),
      );
      const missing = pointers.filter((pointer) => !named.has(pointer));
      if (status !== 422 || missing.length > 0)
        wrong.push(`${where}: ${status}, not named: ${missing.join(' ')}`);
    };
    for (const [path, mutation] of mutations) {
      const input = fullInput(path, fixture.live);
      const schema = inputSchemaOf(path);
      for (const [at, object] of objectsOf(schema, schema)) {
        if (isMap(object)) continue;
        const forbidden = withForbidden(input, at, object);
        if (!forbidden) {
          wrong.push(`${path}: the input has nothing at ${at}`);
          continue;
        }
        const { body, pointers } = forbidden;
        if (path in portalProcedures) {
          const portal = await client.send({
            method: 'POST',
            path: `/api/trpc/${path}`,
            headers: asAdmin,
            body: JSON.stringify(body),
          });
          const { error } = JSON.parse(portal.text) as { error?: { data: { problem: Problem } } };
          checkProblem(`portal ${path} ${at}`, portal.status, error?.data.problem ?? {}, pointers);
        }

        const operation = OPERATIONS[mutation._def.meta?.openapi?.operationId ?? ''];
        if (!operation || operation.method === 'DELETE') continue;
        const { id, delivery_id: _delivery, ...rest } = body;
        // In a path with the resource ID, a member `id` is rejected first.
        const sent = operation.id ? rest : { ...rest, ...(id === undefined ? {} : { id }) };
        const rest_ = await client.send({
          method: operation.method,
          path: pathTo(operation.path, String(input.id), fixture.live),
          headers: asKey,
          body: JSON.stringify(sent),
        });
        checkProblem(`/v1 ${path} ${at}`, ...rejectionOf(rest_.status, rest_.text), pointers);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(35);
    expect(await counts()).toBe(before);
  }, 60_000);

  it('include no query parameter for organization, mode or role', nightly, async () => {
    const names = ['org_id', 'mode', 'role', 'as_user', 'include_deleted'];
    for (const [id, { method, path, id: kind }] of Object.entries(OPERATIONS)) {
      const at = pathTo(path, kind ? fixture.live.things[kind] : '', fixture.live);
      for (const name of names) {
        const answer = await client.send({
          method,
          path: `${at}?${name}=${fixture.otherLive.org.orgId}`,
          headers: asKey,
          ...(method === 'POST' || method === 'PATCH' ? { body: '{}' } : {}),
        });
        expect(
          `${answer.status} ${(JSON.parse(answer.text) as { code: string }).code}`,
          `${id} ${name}`,
        ).toBe('400 unknown_parameter');
      }
    }
  });
});
