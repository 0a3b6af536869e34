import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { resolve, type Loose } from '../../scripts/contract/json';
import type { Scope } from '../../server/auth/scopes';
import { EXAMPLE_IDS } from '../../server/domain/shared/example-ids';
import type { Furnished } from './furnish';

/**
 * The OpenAPI document as tests read it: its operations, the requests that its examples make, and its schemas as
 * judges. Bodies and parameters are those of the document; only the ids of `EXAMPLE_IDS` are replaced by real ones.
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
  /** Named examples of all media types; empty when the operation has none. */
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

/** The same value with the ids of the examples replaced by those of an organisation that exists. */
export function withRealIds<T>(value: T, { ids }: Furnished): T {
  let text = JSON.stringify(value);
  for (const [name, id] of Object.entries(EXAMPLE_IDS))
    text = text.replaceAll(id, ids[name as keyof typeof EXAMPLE_IDS]);
  return JSON.parse(text) as T;
}

/** Value of a parameter as it stands in a URL: lists are comma-separated. */
export const asText = (example: unknown): string =>
  Array.isArray(example) ? example.join(',') : String(example);

/** An example of a multipart body as the form it describes. */
export function asForm(value: Record<string, unknown>): FormData {
  const form = new FormData();
  form.set('metadata', new Blob([JSON.stringify(value.metadata)], { type: 'application/json' }));
  form.set('file', new Blob([value.file as string], { type: 'text/plain' }), 'letter.txt');
  return form;
}

/**
 * Judges by the schemas of the document. Its answers are open, because fields may be added to them; here they are
 * closed, because a field that the document does not name is a mistake today.
 * @returns what is wrong, or null
 */
export function judge(document: Loose): (schema: object, value: unknown) => string | null {
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
