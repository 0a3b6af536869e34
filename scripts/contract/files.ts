import { readFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../server/http/openapi/document';
import { pythonClient, typescriptOperations } from './client-operations';
import type { Loose } from './json';
import { postmanCollection } from './postman';

/** The files generated from the contract. */

export const SNAPSHOT = 'docs/openapi.json';
export const BASELINE = 'docs/openapi.baseline.json';
const PYTHON_CLIENT = 'docs/client/clinical_client.py';

/** The served document with an installation-independent base URL. */
export const snapshotText = (): string => `${JSON.stringify(openApiDocument('/'), null, 2)}\n`;

/** @returns text by path: types and operations of the clients, and the Postman collection */
export async function filesOf(snapshot: string): Promise<Record<string, string>> {
  const document = JSON.parse(snapshot) as Loose;
  // A default does not make a request field required.
  const types = await openapiTypes(snapshot, { defaultNonNullable: false, alphabetize: false });
  return {
    'docs/client/contract.ts': `/** Types of /v1, made by openapi-typescript from docs/openapi.json: npm run openapi:update. */\n\n${astToString(types)}`,
    'docs/client/operations.ts': typescriptOperations(document),
    [PYTHON_CLIENT]: pythonClient(document, readFileSync(PYTHON_CLIENT, 'utf8')),
    'docs/client/postman.json': postmanCollection(document),
  };
}
