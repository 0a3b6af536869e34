import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { resolve, type Loose } from '../../scripts/contract/json';
import type { Scope } from '../../server/shared/scopes';
import { EXAMPLE_IDS } from '../../server/shared/example-ids';
import type { Furnished } from './furnish';

/**
 * The OpenAPI document for tests: its operations, the requests in its examples, and validation against its schemas.
 * Bodies and parameters are the document's; only the IDs of `EXAMPLE_IDS` are replaced with real ones.
 */

export interface RequestBody {
  name: string;
  mediaType: string;
  value: Record<string, unknown>;
}

export interface ContractOperation {
  id: string;
  method: string;
  path: string;
  scopes: Scope[];
  hasBody: boolean;
  /** Named examples of all media types; may be empty. */
  bodies: RequestBody[];
  parameters: { name: string; in: string; description?: string; example?: unknown }[];
  responses: Record<string, Loose>;
}

export function operationsOf(document: Loose): ContractOperation[] {
  return Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, operation]) => ({
      id: operation.operationId as string,
      method: method.toUpperCase(),
      path,
      scopes: operation['x-required-scopes'] as Scope[],
      hasBody: operation.requestBody !== undefined,
      bodies: Object.entries<Loose>(operation.requestBody?.content ?? {}).flatMap(([mediaType, media]) =>
        Object.entries<Loose>(media.examples ?? {}).map(([name, example]) => ({
          name,
          mediaType,
          value: example.value,
        })),
      ),
      parameters: (operation.parameters ?? []).map((parameter: Loose) => resolve(document, parameter)),
      responses: Object.fromEntries(
        Object.entries<Loose>(operation.responses).map(([status, answer]) => [
          status,
          resolve(document, answer),
        ]),
      ),
    })),
  );
}

/** Replaces the example IDs with those of an existing organization. */
export function withRealIds<T>(value: T, { ids }: Furnished): T {
  let text = JSON.stringify(value);
  for (const [name, id] of Object.entries(EXAMPLE_IDS))
    text = text.replaceAll(id, ids[name as keyof typeof EXAMPLE_IDS]);
  return JSON.parse(text) as T;
}

/** Parameter value for a URL: lists are comma-separated. */
export const asText = (example: unknown): string =>
  Array.isArray(example) ? example.join(',') : String(example);

export function asForm(value: Record<string, unknown>): FormData {
  const form = new FormData();
  form.set('metadata', new Blob([JSON.stringify(value.metadata)], { type: 'application/json' }));
  form.set('file', new Blob([value.file as string], { type: 'text/plain' }), 'letter.txt');
  return form;
}

/**
 * Validates against the document's schemas. Response schemas allow additional fields for forward compatibility; here
 * they do not, because an undocumented field is a mistake today. Returns the error, or null.
 */
export function compileCheck(document: Loose): (schema: object, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'openapi', components: close(structuredClone(document.components)) }, 'openapi');
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
}

function close<T>(node: T): T {
  if (Array.isArray(node)) node.forEach(close);
  else if (typeof node === 'object' && node !== null) {
    Object.values(node).forEach(close);
    if ('properties' in node && !('additionalProperties' in node))
      Object.assign(node, { additionalProperties: false });
  }
  return node;
}
