import type { Records } from './records';
import type { Scanned } from './service';
import type { SqlTarget } from './sqlmap';

/**
 * Requests to every operation of the served OpenAPI document, built from its examples. A new operation is scanned as
 * soon as it is documented.
 */

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
  schema: { enum?: string[]; items?: { enum?: string[] } };
}
interface Media {
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
}

/** Of the patient that the filter examples search for. */
const NUMBERS = { mrn: '100482', external_id: 'registration-7741' };

/** Wide enough that every list has rows. */
const SPANS: Record<string, string> = {
  created_since: '2001-01-01T00:00:00Z',
  updated_since: '2001-01-01T00:00:00Z',
  document_date_since: '2001-01-01',
  created_until: '2101-01-01T00:00:00Z',
  updated_until: '2101-01-01T00:00:00Z',
  document_date_until: '2101-01-01',
};

/** Replaces example IDs with real ones; asterisks are sqlmap's. */
function real(value: unknown, { ids }: Records): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/\b([a-z]{2,3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, (id, prefix: string) => ids[prefix] ?? id)
    .replaceAll('lab_result.*', 'patient.created');
  return JSON.parse(text) as unknown;
}

/** The patient that the filter examples search for. */
export function personOfExamples(document: OpenApi): object {
  const examples = document.paths['/v1/patients']!.post!.requestBody!.content['application/json']!.examples!;
  const full = { ...(examples.full!.value as object), ...NUMBERS };
  return JSON.parse(JSON.stringify(full).replace(/,?"primary_clinician_id":"[^"]*"/, '')) as object;
}

const text = (value: unknown): string => String(Array.isArray(value) ? value[0] : (value ?? ''));

/** Headers common to all operations. */
const COMMON: Record<string, string> = {
  'User-Agent': 'scan*',
  Referer: 'http://127.0.0.1/patients*',
  Accept: 'application/json*',
  'Accept-Language': 'en*',
  'X-Request-Id': 'req_scan*',
  'X-Forwarded-For': '192.0.2.7*',
  Cookie: 'a=b*',
};

export async function targetsOfApi(
  document: OpenApi,
  records: Records,
  { key, api }: Scanned,
): Promise<SqlTarget[]> {
  const authorization = { Authorization: `Bearer ${key}` };
  const targets: SqlTarget[] = [];
  for (const [pattern, operations] of Object.entries(document.paths))
    for (const [key, operation] of Object.entries(operations)) {
      const method = key.toUpperCase();
      const name = `${method} ${pattern}`;
      const parameters = (operation.parameters ?? []).map((given) =>
        '$ref' in given ? document.components.parameters[given.$ref.split('/').pop()!]! : given,
      );
      const prefix = text(parameters.find((parameter) => parameter.in === 'path')?.example).split('_')[0]!;
      const id = method === 'DELETE' ? await records.spare[prefix]!() : records.ids[prefix];
      const at = (mark: '' | '*'): string =>
        pattern.replace('{delivery_id}', records.ids.dlv!).replace(/\{\w+\}/, `${id}${mark}`);
      const media = Object.entries(operation.requestBody?.content ?? {});
      const multi = media.some(([type]) => type === 'multipart/form-data');
      const examples = media
        // Other JSON media types use the same parser.
        .filter(([type]) => type === 'application/json')
        .flatMap(([type, { examples: given }]) =>
          Object.values(given ?? {}).map(({ value }) => ({ type, value: real(value, records) })),
        );
      if (media.length === 0 && pattern.includes('{'))
        targets.push({ name, method, path: at('*'), headers: authorization });
      // Every form of the body: the largest example of each media type has most of its fields.
      for (const { type, value } of examples)
        targets.push({
          name: `${name} ${type}`,
          method,
          path: at('*'),
          headers: { ...authorization, 'Content-Type': type },
          body: JSON.stringify(value),
        });
      if (multi)
        targets.push({
          name: `${name} multipart`,
          method,
          path: at(''),
          ...multipart(authorization, records),
        });
      const query = parameters.filter((one) => one.in === 'query');
      const lists = query.some((one) => one.name === 'cursor');
      const rows = lists ? (await api<List>('GET', `${pattern}?limit=50`)).data : [];
      const cursor = lists ? (await api<List>('GET', `${pattern}?limit=1`)).next_cursor : null;
      for (const parameter of query) {
        const value =
          parameter.name === 'cursor'
            ? cursor
            : (shownIn(rows, parameter.name) ??
              parameter.schema.enum?.[0] ??
              parameter.schema.items?.enum?.find((word) => !word.includes('*')) ??
              SPANS[parameter.name] ??
              real(parameter.example, records));
        targets.push({
          name: `${name} ?${parameter.name}`,
          method,
          path: `${at('')}?${parameter.name}=${encodeURIComponent(text(value))}*`,
          headers: authorization,
        });
      }
      const own = parameters
        .filter((one) => one.in === 'header')
        .map((one) => [one.name, `${text(one.example)}*`]);
      if (own.length > 0)
        targets.push({
          name: `${name} headers`,
          method,
          path: at(''),
          headers: { ...authorization, ...Object.fromEntries(own), ...jsonOf(examples[0]) },
          ...bodyOf(examples[0]),
        });
    }
  targets.push(
    {
      name: 'GET /v1/patients, common headers',
      method: 'GET',
      path: '/v1/patients?limit=1',
      headers: { ...authorization, ...COMMON },
    },
    {
      name: 'GET /v1/patients, credential',
      method: 'GET',
      path: '/v1/patients?limit=1',
      headers: { Authorization: `Bearer ${key}*` },
    },
  );
  return targets;
}

interface List {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

/** A value that a row of the list has, so that the unaltered request finds something. */
const shownIn = (rows: List['data'], name: string): string | undefined =>
  rows.map((row) => row[name]).find((value): value is string => typeof value === 'string' && value !== '');

interface Example {
  type: string;
  value: unknown;
}
const jsonOf = (example: Example | undefined): Record<string, string> =>
  example ? { 'Content-Type': example.type } : {};
const bodyOf = (example: Example | undefined): { body?: string } =>
  example ? { body: JSON.stringify(example.value) } : {};

function multipart(
  authorization: Record<string, string>,
  { ids }: Records,
): Pick<SqlTarget, 'headers' | 'body'> {
  const metadata = { patient_id: '@', title: 'Scanned*', category: 'correspondence', author: 'Scan*' };
  return {
    headers: { ...authorization, 'Content-Type': 'multipart/form-data; boundary=scan-boundary' },
    body: [
      '--scan-boundary',
      'Content-Disposition: form-data; name="metadata"',
      'Content-Type: application/json',
      '',
      JSON.stringify(metadata).replace('@', `${ids.pat}*`),
      '--scan-boundary',
      'Content-Disposition: form-data; name="file"; filename="note*.txt"',
      'Content-Type: text/plain',
      '',
      'A note of our own.',
      '--scan-boundary--',
      '',
    ].join('\r\n'),
  };
}
