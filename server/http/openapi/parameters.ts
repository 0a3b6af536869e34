import type { z } from 'zod';
import { EXAMPLES } from './examples/all-examples';
import { EXAMPLE_CURSOR } from './examples/example-parts';
import { EXAMPLE_FILE, EXAMPLE_IDS } from '../../shared/example-ids';
import type { Json, Operation, Parameter } from './json';

/**
 * Parameters of all operations: descriptions and examples by name. A description in the contract (`.meta`) and an
 * example in `examples/` take precedence. A parameter without either fails `tests/integration/api/openapi.test.ts`.
 */

const COMMON: Record<string, { description?: string; example?: unknown }> = {
  id: {
    description:
      'ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.',
  },
  delivery_id: { description: 'ID of a delivery of this webhook', example: EXAMPLE_IDS.delivery },
  name: { description: 'Name of a file of this export', example: EXAMPLE_FILE },
  event_type: { example: 'lab_result.finalized' },
  about: { example: EXAMPLE_IDS.result },
  limit: { description: 'Maximum number of items per page', example: 25 },
  cursor: { example: EXAMPLE_CURSOR },
  include: {
    description: '`total_count` adds the total number of items, exact up to 10,000',
    example: 'total_count',
  },
  sort: { description: 'Sort order; `-` means descending', example: '-created_at' },
  created_since: {
    description: 'Created at or after this instant (RFC 3339)',
    example: '2026-11-01T00:00:00Z',
  },
  created_until: { description: 'Created before this instant (RFC 3339)', example: '2026-12-01T00:00:00Z' },
  updated_since: {
    description: 'Changed at or after this instant (RFC 3339)',
    example: '2026-11-01T00:00:00Z',
  },
  updated_until: { description: 'Changed before this instant (RFC 3339)', example: '2026-12-01T00:00:00Z' },
  occurred_since: {
    description: 'At or after this instant (RFC 3339)',
    example: '2026-11-01T00:00:00Z',
  },
  occurred_until: { description: 'Before this instant (RFC 3339)', example: '2026-12-01T00:00:00Z' },
  collected_since: { example: '2026-11-01T00:00:00Z' },
  collected_until: { example: '2026-12-01T00:00:00Z' },
  code: { example: 'GLU' },
  q: { example: 'otti 1945-07-14' },
  family: {
    description: 'Start of the family name, ignoring case and accents',
    example: 'Vantreve',
  },
  given: {
    description: 'Start of the given name, ignoring case and accents',
    example: 'Ottilie',
  },
  birth_date: { description: 'Exact date of birth', example: '1945-07-14' },
  mrn: { description: 'Medical record number, exact', example: '100482' },
  identifier: {
    description: 'Another identifier as `system|value`, exact',
    example: 'https://insurer.example.org/members|K-220-114',
  },
  phone: { description: 'Phone number in any common format', example: '+49 30 12345678' },
  email: { description: 'Email address', example: 'ottilie.vantreve@example.org' },
  sex: { description: 'Administrative sex', example: 'female' },
  status: { description: 'One or more statuses, comma-separated' },
  external_id: { description: 'The ID of the resource in your system, exact', example: 'registration-7741' },
  patient_id: { description: 'Only items of this patient', example: EXAMPLE_IDS.patient },
  priority: { description: 'One or more priorities, comma-separated', example: ['urgent', 'stat'] },
  test_id: { description: 'Only orders that contain this catalog test', example: EXAMPLE_IDS.test },
  loinc: { description: 'LOINC number, exact', example: '2345-7' },
  ordering_user_id: { description: 'Only orders of this user', example: EXAMPLE_IDS.user },
  lab_id: { description: 'ID of the laboratory', example: 'example-lab' },
  order_number: { description: 'Order number as printed on the label, exact', example: '10000000428' },
  filler_order_number: {
    description:
      'The laboratory’s number of the order (`transmission.filler_order_number`): as given, or all in capitals or small letters',
    example: 'L-2026-118342',
  },
  overdue: { description: 'Only orders that are overdue (`true`) or not (`false`)', example: 'true' },
  transmission_status: {
    description: 'One or more states of the transmission, comma-separated',
    example: ['rejected', 'failed'],
  },
  has_results: { description: 'Only orders with (`true`) or without (`false`) results', example: 'true' },
  category: { description: 'Category' },
  kind: { description: 'Single tests or panels', example: 'test' },
  specimen_type: { description: 'Specimen, exact', example: 'Serum' },
  active: { example: 'true' },
  version: { example: 1 },
  flags: { example: 'abnormal' },
  type: { example: '11488-4' },
  order_id: { description: 'Only documents linked to this order', example: EXAMPLE_IDS.order },
  result_id: { description: 'Only documents linked to this result', example: EXAMPLE_IDS.result },
  content_type: { description: 'Media type, exact', example: 'application/pdf' },
  document_date_since: { description: 'Document date on or after this day', example: '2026-11-01' },
  document_date_until: { description: 'Document date before this day', example: '2026-12-01' },
  download: { example: '1' },
};

/** IDs for paths whose operation has no examples. */
const OF_PATH: [RegExp, string][] = [
  [/^\/v1\/patients\//, EXAMPLE_IDS.patient],
  [/^\/v1\/labs\/orders\//, EXAMPLE_IDS.order],
  [/^\/v1\/labs\/results\//, EXAMPLE_IDS.result],
  [/^\/v1\/documents\//, EXAMPLE_IDS.document],
  [/^\/v1\/webhooks\//, EXAMPLE_IDS.webhook],
  [/^\/v1\/exports\//, EXAMPLE_IDS.export],
];

type Shape = Record<string, z.ZodType>;

/** @param shape of the procedure's input; empty for operations written by hand */
export function finishParameters(path: string, operation: Operation, shape: Shape): void {
  const own = EXAMPLES[operation.operationId]?.parameters ?? {};
  operation.parameters = ((operation.parameters ?? []) as Parameter[]).map((given) => {
    const { name, schema, description, ...rest } = given;
    const { description: inSchema, words, ...plain } = schema;
    const list = words as string[] | undefined;
    const said = describedIn(shape[name]) ?? description ?? (inSchema as string | undefined);
    const example =
      own[name] ??
      (given.in === 'path' && name === 'id'
        ? OF_PATH.find(([pattern]) => pattern.test(path))?.[1]
        : undefined) ??
      (list && !(COMMON[name]?.example instanceof Array) ? list.slice(0, 2) : COMMON[name]?.example) ??
      (plain.enum as unknown[] | undefined)?.[0];
    return {
      name,
      ...rest,
      description: said ?? COMMON[name]?.description,
      ...(list ? { style: 'form', explode: false, schema: listSchema(list) } : { schema: plain }),
      ...(example === undefined ? {} : { example: fitting(example, plain) }),
    } as Parameter;
  });
  if (operation.parameters.length === 0) delete operation.parameters;
}

/** Describes the fields of a body like the parameters of the same name. */
export function describeFilters({ properties }: Json): void {
  for (const [name, field] of Object.entries(properties as Record<string, Json>))
    field.description ??= COMMON[name]?.description;
}

const listSchema = (words: string[]): Json => ({
  type: 'array',
  minItems: 1,
  items: { type: 'string', enum: words },
});

/** The common example, or the first value of a closed list that does not contain it. */
function fitting(example: unknown, schema: Json): unknown {
  const known = schema.enum as unknown[] | undefined;
  return known && !known.includes(example) ? known[0] : example;
}

/** Description from the contract, including one inside `optional` or `default`. */
function describedIn(schema: z.ZodType | undefined): string | undefined {
  for (let at: z.ZodType | undefined = schema; at;) {
    const { description } = at.meta() ?? {};
    if (description) return description;
    at = (at as unknown as { def: { innerType?: z.ZodType } }).def.innerType;
  }
  return undefined;
}
