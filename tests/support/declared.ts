import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Loose } from '../../scripts/contract/json';
import { operationsOf, type ContractOperation } from './contract';

/**
 * Fails tests in which an operation returns an error code that the contract does not list for it, so that the
 * documented lists are complete.
 */

/** Errors outside any operation, which the document lists once in its introduction. */
const EVERYWHERE = ['method_not_allowed', 'uri_too_long', 'headers_too_large'];

let known: (ContractOperation & { pattern: RegExp })[] | undefined;

function operations() {
  if (known) return known;
  // Relative to the working directory, because commands bundle this file elsewhere.
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
    : `${operation.id} answered ${status} ${code}, which the contract does not name: add the code to \`errors\` of its procedure and run npm run openapi:update`;
}
