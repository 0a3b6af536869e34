/** The API reference, read from docs/openapi.json, which tests compare with the served document. */
import contract from '@/docs/openapi.json';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  'x-extensible-enum'?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}
interface Media {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}
interface Described {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
  'x-error-codes'?: readonly string[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}
interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { description?: string; content: Record<string, Media> };
  responses: Record<string, Described>;
  'x-required-scopes': readonly string[];
}
interface Document {
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
}

const document = contract as unknown as Document;

function resolve<T extends { $ref?: string }>(node: T): T {
  if (!node.$ref) return node;
  const path = node.$ref.slice(2).split('/');
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T;
}

/** A parameter or field. */
export interface Member {
  /** Of a field: dotted path; `[]` for each entry of a list. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}
export interface Field extends Member {
  /** Without its parents. */
  key: string;
  /** Number of its parents. */
  level: number;
}
export interface Body {
  mediaType: string;
  fields: Field[];
  examples: { title: string; text: string; value: unknown }[];
}
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string[];
  scopes: readonly string[];
  parameters: (Member & { place: string; example: string; value: unknown })[];
  bodies: Body[];
  /** Schema of a successful JSON response. */
  returns: string | null;
  answers: { status: string; description: string; bodies: Body[]; codes: readonly string[] }[];
}

function operationOf(method: string, path: string, described: OperationObject): Operation {
  return {
    id: described.operationId,
    method,
    path,
    tag: described.tags[0]!,
    summary: described.summary,
    // The scope is shown separately.
    description: described.description.split('\n\n').filter((text) => !text.startsWith('Scope: ')),
    scopes: described['x-required-scopes'],
    parameters: (described.parameters ?? []).map(resolve).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: typeOf(parameter.schema),
      required: parameter.required ?? false,
      description: parameter.description ?? '',
      example: textOf(parameter.example),
      value: parameter.example,
    })),
    returns: schemaOf(described.responses),
    bodies: bodiesOf(described.requestBody?.content),
    answers: Object.entries(described.responses).map(([status, given]) => {
      const answer = resolve(given);
      const codes = answer['x-error-codes'] ?? [];
      return {
        status,
        codes,
        description: (answer.description ?? '').replace(/ Codes: .*$/s, ''),
        bodies: codes.length > 0 ? [] : bodiesOf(answer.content),
      };
    }),
  };
}

const schemaOf = (responses: OperationObject['responses']): string | null => {
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const name = answer?.content?.['application/json']?.schema?.$ref;
  return name ? name.replace(/^.*\//, '') : null;
};

export const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value ?? '');

const bodiesOf = (content: Record<string, Media> = {}): Body[] =>
  Object.entries(content).map(([mediaType, { schema = {}, examples = {} }]) => ({
    mediaType,
    fields: fieldsOf(schema),
    examples: Object.entries(examples).map(([name, example]) => ({
      title: example.summary ?? name,
      text: JSON.stringify(example.value, null, 2),
      value: example.value,
    })),
  }));

const MOST_LEVELS = 6;

/** All fields; nested ones follow their parent. */
function fieldsOf(given: Schema, prefix = '', level = 0): Field[] {
  const schema = resolve(given);
  if (schema.type === 'array' || schema.type?.includes('array'))
    return schema.items ? fieldsOf(schema.items, `${prefix}[]`, level) : [];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => fieldsOf(one, prefix, level));
  if (level >= MOST_LEVELS) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const field = {
      name: path,
      key: name,
      level,
      type: typeOf(property),
      required: schema.required?.includes(name) ?? false,
      description: property.description ?? resolve(property).description ?? '',
    };
    return [field, ...fieldsOf(property, path, level + 1)];
  });
}

/** The type in words: format, allowed values, limits. */
function typeOf(given: Schema): string {
  const schema = resolve(given);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat();
  const base = types
    .map((type) =>
      type === 'array' && schema.items
        ? `list of ${typeOf(schema.items)}`
        : schema.format && type === 'string'
          ? schema.format
          : type,
    )
    .join(' or ');
  const words = schema.enum ?? schema['x-extensible-enum'];
  if (words)
    return (
      words.map((word) => (word === null ? 'null' : String(word))).join(', ') + (schema.enum ? '' : ', …')
    );
  return [base, ...bounds(schema)].join(', ');
}

function bounds(schema: Schema): string[] {
  const { minimum, maximum, maxLength, maxItems } = schema;
  return [
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(minimum !== undefined && maximum === undefined ? [`at least ${minimum}`] : []),
    ...(minimum === undefined && maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [`${JSON.stringify(schema.default)} when absent`]),
  ];
}

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
);

export const OPERATION_GROUPS = document.tags.map(({ name, description }) => ({
  title: name,
  description,
  operations: OPERATIONS.filter(({ tag }) => tag === name),
}));
