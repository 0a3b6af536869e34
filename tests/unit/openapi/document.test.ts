import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../server/events/catalog';
import { openApiDocument } from '../../../server/http/openapi/document';
import { visit } from '../../../server/http/openapi/json';
import { EXAMPLES } from '../../../server/http/openapi/examples/all-examples';
import { resolve, type Loose } from '../../../scripts/contract/json';
import { filesOf, SNAPSHOT, snapshotText } from '../../../scripts/contract/files';
import { compileCheck, operationsOf, type ContractOperation } from '../../support/contract';

/** The document is complete, its examples are valid, and its committed copy is current. */

const committed = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8');

let document: Loose;
let operations: ContractOperation[];
let check: (schema: object, value: unknown) => string | null;

beforeAll(() => {
  // As received: without undefined members.
  document = JSON.parse(JSON.stringify(openApiDocument('/')));
  operations = operationsOf(document);
  check = compileCheck(document);
});

const raw = ({ path, method }: ContractOperation): Loose => document.paths[path][method.toLowerCase()];

/** One line per missing part, so that the author of a new operation sees what to add. */
function missing(of: (operation: ContractOperation) => (string | false)[]): string[] {
  return operations.flatMap((operation) =>
    of(operation)
      .filter((line) => line !== false)
      .map((line) => `${operation.id} ${line}`),
  );
}

/** Syntax of JavaScript's `u` and `v` flags only, or that Python, RE2 and .NET read in another way. */
const NOT_PORTABLE = /\\[pPuk](?!\w{4})|\\u\{|\(\?<?[=!]|\(\?<\w/;

describe('the patterns of the document', () => {
  it('are read in the same way by every dialect of regular expressions', () => {
    const patterns = new Set<string>();
    visit(document, ({ pattern }) => void (typeof pattern === 'string' && patterns.add(pattern)));
    expect(patterns.size).toBeGreaterThan(20);
    expect([...patterns].filter((pattern) => NOT_PORTABLE.test(pattern))).toEqual([]);
    for (const text of ['Pcs {} \u00e9 \ud83d\ude00', 'tab\t', 'nul\0', 'c1\u0085'])
      for (const pattern of patterns)
        expect(new RegExp(pattern).test(text), pattern).toBe(new RegExp(pattern, 'u').test(text));
  });
});

/** A constant, such as that of `object`, needs no description. */
function fieldsWithoutMeaning(given: Loose, path: string, found: Set<string>): void {
  const schema = resolve(document, given);
  if (!schema || typeof schema !== 'object') return;
  const at = given.$ref?.split('/').at(-1) ?? path;
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), schema.items])
    fieldsWithoutMeaning(part, at, found);
  for (const [name, property] of Object.entries<Loose>(schema.properties ?? {})) {
    const own = resolve(document, property);
    if (!property.description && !own.description && !('const' in own)) found.add(`${at}.${name}`);
    fieldsWithoutMeaning(property, `${at}.${name}`, found);
  }
}

/** For every valid credential. */
const WITHOUT_SCOPE = ['getMe'];

describe('each OpenAPI operation', () => {
  it('has a summary, a description, a documented tag, and its scopes', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name) as string[];
    expect(
      missing((operation) => {
        const { summary, description, tags: own, security } = raw(operation);
        return [
          !summary && 'needs a summary (meta of its procedure)',
          !description?.replace(/(^|\n\n)Scope: .*/, '') && 'needs a description (meta of its procedure)',
          !own?.every((tag: string) => tags.includes(tag)) &&
            'needs a tag of server/http/openapi/document.ts',
          operation.scopes.length === 0 &&
            !WITHOUT_SCOPE.includes(operation.id) &&
            'needs a scope (meta of its procedure)',
          JSON.stringify(security) !==
            JSON.stringify([
              { bearer: [] },
              ...(operation.scopes.length > 0
                ? operation.scopes.map((scope) => ({ oauth2: [scope] }))
                : [{ oauth2: [] }]),
            ]) && 'must ask for its scopes in `security`',
        ];
      }),
    ).toEqual([]);
  });

  it('explains each parameter with an example', () => {
    expect(
      missing(({ parameters }) =>
        parameters.flatMap(({ name, description, example }) => [
          !description && `${name} needs a description (contract, or server/http/openapi/parameters.ts)`,
          example === undefined && `${name} needs an example (server/http/openapi/parameters.ts)`,
        ]),
      ),
    ).toEqual([]);
  });

  it('says of each time filter whether its limit is included', () => {
    expect(
      missing(({ parameters }) =>
        parameters.map(
          ({ name, description = '' }) =>
            (/_since$/.test(name) && !/\b(?:at|on) or after this\b/i.test(description) && name) ||
            (/_until$/.test(name) && !/\bbefore this\b/i.test(description) && name),
        ),
      ),
    ).toEqual([]);
  });

  it('describes each field of its bodies and responses', () => {
    const found = new Set<string>();
    for (const operation of operations)
      for (const part of [raw(operation).requestBody, ...Object.values<Loose>(operation.responses)])
        for (const { schema } of Object.values<Loose>(resolve(document, part)?.content ?? {}))
          fieldsWithoutMeaning(schema, operation.id, found);
    // The contract of the resource: `.meta({ description })`.
    expect([...found]).toEqual([]);
  });

  it('shows its bodies and its response', () => {
    expect(
      missing((operation) => [
        ...Object.entries<Loose>(raw(operation).requestBody?.content ?? {}).map(
          ([type, { examples }]) =>
            Object.keys(examples ?? {}).length === 0 &&
            `needs an example of its ${type} body (server/http/openapi/examples)`,
        ),
        ...Object.values<Loose>(operation.responses).map(
          (response) =>
            response.content?.['application/json']?.examples === undefined &&
            response.content?.['application/json'] !== undefined &&
            'needs an example of its answer (server/http/openapi/examples)',
        ),
      ]),
    ).toEqual([]);
    expect(
      Object.keys(EXAMPLES).filter((id) => !operations.some((operation) => operation.id === id)),
    ).toEqual([]);
  });

  it('has examples that match its schemas', () => {
    const wrong = operations.flatMap((operation) => {
      const { requestBody, responses, operationId } = raw(operation);
      const media = [requestBody, ...Object.values<Loose>(responses).map((node) => resolve(document, node))]
        .flatMap((part) => Object.entries<Loose>(part?.content ?? {}))
        .filter(([, { examples }]) => examples);
      return media.flatMap(([type, { schema, examples }]) =>
        Object.entries<Loose>(examples).flatMap(([name, example]) => {
          const found = check(schema, resolve(document, example).value);
          return found ? [`${operationId} ${type} ${name}: ${found}`] : [];
        }),
      );
    });
    expect(wrong).toEqual([]);
    const parameters = operations.flatMap((operation) =>
      operation.parameters.flatMap((parameter: Loose) => {
        const found = check(parameter.schema, parameter.example);
        return found ? [`${operation.id} ${parameter.name}: ${found}`] : [];
      }),
    );
    expect(parameters).toEqual([]);
  });

  it('shows each error with its headers', () => {
    expect(
      missing((operation) =>
        Object.entries<Loose>(operation.responses)
          .filter(([status]) => /^[45]/.test(status) && status !== '416')
          .flatMap(([status, answer]) => {
            const codes = (answer['x-error-codes'] ?? []) as string[];
            const examples = answer.content['application/problem+json'].examples;
            return [
              codes.length === 0 && `${status} needs its codes`,
              ...codes.map((code) => {
                const value = resolve(document, examples[code])?.value;
                return (
                  (value?.code !== code || String(value.status) !== status) &&
                  `${status} ${code} needs an example (GUIDE in server/errors/error-guide.ts)`
                );
              }),
              !answer.headers['X-Request-Id'] && `${status} needs X-Request-Id`,
            ];
          }),
      ),
    ).toEqual([]);
  });

  it('has a unique name of a closed set', () => {
    const ids = [...operations.map(({ id }) => id), ...hooks().map(({ post }) => post.operationId)];
    expect(new Set(ids).size).toBe(ids.length);
    // The same name for the procedure and the operation.
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  });
});

const hooks = () => Object.values<Loose>(document.webhooks);

describe('OpenAPI webhooks', () => {
  it('equal the events of the catalog', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
  });

  it('show a payload that their schema accepts, and reject other events, objects and states', () => {
    for (const [type, { post }] of Object.entries<Loose>(document.webhooks)) {
      const { schema, examples } = post.requestBody.content['application/json'];
      const { value } = examples.event;
      const { object } = value.data;
      expect(value.type).toBe(type);
      expect(check(schema, value), type).toBeNull();
      const other = (change: object) => ({
        ...value,
        data: { ...value.data, object: { ...object, ...change } },
      });
      const wrong = [
        { ...value, type: 'patient.invented' },
        other({ object: 'visit' }),
        other({ id: 'vis_01m6dp2bt0evft7q5ey2n1pq6c' }),
        other({ status: 'invented' }),
        other({ href: `/v1/visits/${object.id}` }),
        other({ patient_id: object.patient_id === null ? 'pat_01m6dp2bt0evft7q5ey2n1pq6c' : null }),
      ];
      for (const [index, event] of wrong.entries())
        expect(check(schema, event), `${type} ${index}`).not.toBeNull();
    }
  });
});

describe('generated files', () => {
  const how = 'the contract has changed: run npm run openapi:update, read the difference, commit it';

  it('include docs/openapi.json as served', () => {
    expect(committed(SNAPSHOT) === snapshotText(), how).toBe(true);
  });

  it('include types and operations of the client, and the Postman collection', async () => {
    const files = Object.entries(await filesOf(committed(SNAPSHOT)));
    expect(
      files.filter(([path, text]) => committed(path) !== text).map(([path]) => path),
      how,
    ).toEqual([]);
  });
});
