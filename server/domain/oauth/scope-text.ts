import { SCOPES, type Scope } from '../../shared/scopes';

/** Parses an OAuth `scope`: known scopes, separated by single spaces, without duplicates. Null for any other text. */
export function readScopeText(text: string): Scope[] | null {
  const words = text.split(' ');
  const known = words.every((word) => (SCOPES as readonly string[]).includes(word));
  return known && new Set(words).size === words.length ? (words as Scope[]) : null;
}

export const scopeText = (scopes: readonly Scope[]): string => scopes.join(' ');
