import { call, type TestServer } from './server';

/** The operations of the served OpenAPI document. */

interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  parameters: ApiParameter[];
  hasBody: boolean;
}

interface Described {
  operationId: string;
  parameters?: ApiParameter[];
  requestBody?: object;
}

export async function operationsOf(server: TestServer): Promise<ApiOperation[]> {
  const { json } = await call(server, null, 'GET', '/v1/openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      hasBody: requestBody !== undefined,
    })),
  );
}
