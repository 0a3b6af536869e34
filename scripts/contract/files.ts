import openapiTypes, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../server/http/openapi/document';

/** The generated files of the contract: the snapshot and the types of the example client. */

export const SNAPSHOT = 'docs/openapi.json';
export const BASELINE = 'docs/openapi.baseline.json';
export const CLIENT_TYPES = 'docs/client/contract.ts';

/** The served document with an installation-independent base URL. */
export const snapshotText = (): string => `${JSON.stringify(openApiDocument('/'), null, 2)}\n`;

export async function clientTypes(snapshot: string): Promise<string> {
  // A default does not make a request field required.
  const types = await openapiTypes(snapshot, { defaultNonNullable: false, alphabetize: false });
  return `/** Types of /v1, made by openapi-typescript from docs/openapi.json: npm run openapi:update. */\n\n${astToString(types)}`;
}
