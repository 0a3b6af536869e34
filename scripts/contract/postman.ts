import { resolve, type Loose } from './json';

/**
 * A Postman collection (format 2.1) of all operations: a folder for each tag, bodies from the examples, and the
 * variables `baseUrl` and `apiKey`.
 */
export function postmanCollection(document: Loose): string {
  const operations = Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const folders = (document.tags as Loose[]).map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation }) => requestOf(document, path, method, operation)),
  }));
  const collection = {
    info: {
      name: document.info.title,
      description: 'Set the variables `baseUrl` (without `/v1`) and `apiKey`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://clinical.example.org' },
      { key: 'apiKey', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf(document: Loose, path: string, method: string, operation: Loose): Loose {
  const parameters: Loose[] = (operation.parameters ?? []).map((one: Loose) => resolve(document, one));
  const within = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const pair = (parameter: Loose, value: unknown) => ({
    key: parameter.name,
    value: String(value ?? ''),
    description: parameter.description,
  });
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  const query = within('query').map((one) => ({ ...pair(one, one.example), disabled: !one.required }));
  const [json] = Object.values<Loose>(operation.requestBody?.content?.['application/json']?.examples ?? {});
  const body = json && { mode: 'raw', raw: JSON.stringify(json.value, null, 2), options: JSON_BODY };
  const keys = within('header').map((one) => ({
    ...pair(one, one.name === 'Idempotency-Key' ? '{{$guid}}' : one.example),
    disabled: one.name !== 'Idempotency-Key',
  }));
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      url: {
        raw: `{{baseUrl}}${pattern}`,
        host: ['{{baseUrl}}'],
        path: pattern.slice(1).split('/'),
        ...(query.length > 0 ? { query } : {}),
        variable: within('path').map((one) => pair(one, one.example)),
      },
      header: [...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []), ...keys],
      ...(body ? { body } : {}),
    },
  };
}

const JSON_BODY = { raw: { language: 'json' } };
