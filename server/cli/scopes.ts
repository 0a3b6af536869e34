import { SCOPES } from '../shared/scopes';
import { UsageError } from './arguments';

/** Parses `--scopes a,b`. Throws UsageError that names an unknown scope. */
export function readScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined)
    throw new UsageError(`--scopes: "${unknown}" is not a scope. Scopes are ${SCOPES.join(', ')}.`);
  return scopes;
}
