import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Loose } from '../../scripts/contract/json';
import { operationsOf, type ContractOperation } from './contract';

/**
 * Every refusal that any test sees must be one that the contract names for that operation, so that the lists of codes
 * in the document are neither guessed nor forgotten.
 */

/** Refusals below the operations: the document tells of them once, at its head. */
const EVERYWHERE = ['method_not_allowed', 'uri_too_long', 'headers_too_large'];

let known: (ContractOperation & { pattern: RegExp })[] | undefined;

function operations() {
  if (known) return known;
  // By the folder of the run, because commands bundle this file elsewhere.
  const snapshot = path.resolve('docs/openapi.json');
  const document = JSON.parse(readFileSync(snapshot, 'utf8')) as Loose;
  return (known = operationsOf(document).map((operation) => ({
    ...operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[A-Za-z0-9_-]{1,100}')}$`),
  })));
}

/** @returns what the contract lacks, or null */
export function undeclared(method: string, pathname: string, status: number, code: string): string | null {
  if (EVERYWHERE.includes(code)) return null;
  const operation = operations().find((known) => known.method === method && known.pattern.test(pathname));
  if (!operation) return null;
  const codes = operation.responses[String(status)]?.['x-error-codes'] as string[] | undefined;
  return codes?.includes(code)
    ? null
    : `${operation.id} answered ${status} ${code}, which the contract does not name: add the code to \`refusals\` of its procedure and run npm run openapi:update`;
}
