import openapiTypes, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../server/http/openapi/document';

/** The committed files of the contract, as they should be: the snapshot and the types of the example client. */

export const SNAPSHOT = 'docs/openapi.json';
export const BASELINE = 'docs/openapi.baseline.json';
export const CLIENT_TYPES = 'docs/client/contract.ts';

/** The served document, with an address that depends on no installation. */
export const snapshotText = (): string => `${JSON.stringify(openApiDocument('/'), null, 2)}\n`;

export async function clientTypes(snapshot: string): Promise<string> {
  // A default does not make a field of a request one that must be sent.
  const types = await openapiTypes(snapshot, { defaultNonNullable: false, alphabetize: false });
  return `/** Types of /v1, made by openapi-typescript from docs/openapi.json: npm run openapi:update. */\n\n${astToString(types)}`;
}
