import { z } from 'zod';
import { toCamelCase } from '../../server/shared/field-names';
import { ID_PREFIX, PROCEDURES, type IdKind } from '../integration/matrix/policy';
import { allProcedures, subscriptions } from './portal-procedures';

/** Inputs made from the contract, for procedures whose input needs no more than the right types and existing IDs. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Ids = Readonly<Partial<Record<IdKind, string>>>;
type Input = Record<string, unknown>;

export const inputSchemaOf = (path: string): Schema => {
  const { _def } = { ...allProcedures, ...subscriptions }[path]!;
  const { inputs } = _def as unknown as { inputs: z.ZodType[] };
  return z.toJSONSchema(inputs[0]!, { io: 'input', unrepresentable: 'any' }) as Schema;
};

const FORMATS: Record<string, string> = {
  date: '2026-01-02',
  'date-time': '2026-01-05T08:00:00Z',
  email: 'made@example.org',
  uri: 'https://example.org/',
};

/** @param options.whole with every field instead of the required ones */
export function madeInput(path: string, ids: Ids, options: { whole?: boolean; text?: string } = {}): Input {
  const { whole = false, text = 'made' } = options;
  const root = inputSchemaOf(path);
  const make = (schema: Schema): unknown => {
    if (schema.$ref) return make(targetOf(schema.$ref, root));
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (branches) return make(branches.find(({ type }) => type !== 'null') ?? branches[0]!);
    switch ([schema.type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([name]) => whole || schema.required?.includes(name))
            .map(([name, child]) => [name, idNamed(name, child, ids) ?? make(child)]),
        );
      case 'array':
        return schema.items && (whole || schema.minItems) ? [make(schema.items)] : [];
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 1, 1);
      case 'boolean':
        return false;
      default:
        return textOf(schema, ids, text);
    }
  };
  const input = make(root) as Input;
  const kind = PROCEDURES[path]?.id;
  return kind && 'id' in input ? { ...input, id: ids[kind] } : input;
}

/** Of `patient_id` in a query, which has no pattern: a malformed ID is not found. */
const idNamed = (name: string, { type }: Schema, ids: Ids): string | undefined =>
  type === 'string' && name.endsWith('_id')
    ? ids[toCamelCase(name.slice(0, -'_id'.length)) as IdKind]
    : undefined;

function textOf({ pattern, format }: Schema, ids: Ids, text: string): string {
  const prefix = /^\^([a-z]+)_\[0-7\]/.exec(pattern ?? '')?.[1];
  const kind = Object.entries(ID_PREFIX).find(([, own]) => own === prefix)?.[0] as IdKind | undefined;
  return (kind && ids[kind]) ?? FORMATS[format ?? ''] ?? text;
}

export const targetOf = (ref: string, root: Schema): Schema =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((node, part) => (node as Record<string, unknown>)[part] as Schema, root);
