import { readFileSync } from 'node:fs';
import type { Furnished } from '../../support/furnish';
import type { Json } from './json-bodies';
import { line, nameLine, notes, verbatim, type Rule } from './naughty';

/** The free text fields of every operation that creates or updates a record, by the contract, and bodies that contain all of them. */

export interface TextField {
  pointer: string;
  max: number;
  rule: Rule;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;

const LINE = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;
const NOTES = String.raw`^(?:[^\x00-\x1f\x7f-\x9f]|[\n\r\t])*$`;

/** Search text and file names, which have separate rules. */
const NOT_FREE = /^\/items\/0\/(code|loinc|answers\/0\/value)$|^\/lab_id$|file_name$/;

/** Names of patients, titles and authors; laboratory messages may contain the others. */
const NAMES = /^\/(?:name|other_names\/0|title|author)(?:\/|$)/;

function* walk(given: Schema, pointer: string): Generator<TextField> {
  const schema = given.$ref ? document.components.schemas[given.$ref.split('/').at(-1)!]! : given;
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* walk(one, pointer);
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* walk(member, `${pointer}/${name}`);
  if (typeof schema.additionalProperties === 'object')
    yield* walk(schema.additionalProperties, `${pointer}/key`);
  if (schema.items) yield* walk(schema.items, `${pointer}/0`);
  const max = schema.maxLength ?? 0;
  if (schema.pattern === LINE) yield { pointer, max, rule: NAMES.test(pointer) ? nameLine : line };
  else if (schema.pattern === NOTES) yield { pointer, max, rule: notes };
  else if (pointer === '/metadata/key' && max > 0) yield { pointer, max, rule: verbatim };
}

/** By operation, for JSON bodies. */
export const TEXT_FIELDS: Record<string, TextField[]> = Object.fromEntries(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    // Items of a batch are those of `createPatient`, and an export has no text.
    .filter(
      ({ operationId, requestBody }) =>
        requestBody && /^(?:create|update)(?!PatientBatch|Export)/.test(operationId),
    )
    .map(({ operationId, requestBody }) => {
      const fields = [...walk(requestBody!.content['application/json']!.schema, '')];
      const distinct = new Map(fields.map((field) => [field.pointer, field]));
      return [operationId, [...distinct.values()].filter(({ pointer }) => !NOT_FREE.test(pointer))];
    }),
);

const name = () => ({ family: 'F', given: ['G'], prefix: 'P', suffix: 'S' });
const patient = () => ({
  name: name(),
  other_names: [name()],
  identifiers: [{ system: 's', value: 'v', type: 'other', type_code: 't', assigner: 'a' }],
  gender_identity: 'g',
  phones: [{ value: '12' }],
  addresses: [{ lines: ['l'], city: 'c', state: 's', postal_code: 'p', country: 'DE' }],
  external_id: 'e',
  metadata: { key: 'v' },
});

/** Bodies that contain every field of `TEXT_FIELDS`. */
export const FULL: Record<string, (things: Furnished) => Json> = {
  createPatient: () => ({ ...patient(), birth_date: '2000-01-01', sex: 'other' }),
  updatePatient: patient,
  createLabOrder: ({ ids }) => ({
    patient_id: ids.patient,
    items: [{ test_id: ids.test }],
    external_id: 'e',
    ordering_clinician: { name: 'n' },
    diagnoses: [{ code: 'E11.9', system: 'icd-10', description: 'd' }],
    collection: { collector: 'c' },
    notes: 'n',
  }),
  createDocument: ({ ids }) => ({
    patient_id: ids.patient,
    title: 't',
    type: { system: 's', code: 'c', display: 'd' },
    description: 'd',
    author: 'a',
    metadata: { key: 'v' },
    content: { data: 'eA==', file_name: 'a.txt' },
  }),
  createWebhook: () => ({
    url: 'https://93.184.216.34/naughty',
    events: ['patient.created'],
    enabled: false,
    description: 'd',
    metadata: { key: 'v' },
  }),
  updateWebhook: () => ({ description: 'd' }),
};

const steps = (pointer: string) => pointer.slice(1).split('/');

export const at = (body: unknown, pointer: string): unknown =>
  steps(pointer).reduce<unknown>((value, step) => (value as Json | undefined)?.[step], body);

export function put(body: Json, pointer: string, value: string): void {
  const path = steps(pointer);
  (path.slice(0, -1).reduce<unknown>((place, step) => (place as Json)[step], body) as Json)[path.at(-1)!] =
    value;
}
