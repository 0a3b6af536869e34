/** Loose types for building the OpenAPI document. */

export type Json = Record<string, unknown>;

export interface Parameter extends Json {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Json;
}

export interface Operation extends Json {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; description?: string; content: Record<string, Json> };
  responses: Record<string, Json>;
}

export interface OpenApiDocument extends Json {
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Every object of a JSON tree, children first, so that a visitor may change its argument. */
export function visit(node: unknown, change: (object: Json) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, change);
  else if (typeof node === 'object' && node !== null) {
    for (const child of Object.values(node)) visit(child, change);
    change(node as Json);
  }
}
