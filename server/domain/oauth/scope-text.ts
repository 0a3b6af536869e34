import { SCOPES, type Scope } from '../../auth/scopes';

/**
 * `scope` of OAuth: known words, one space between them, none twice. Null for every other text, so that nothing is read
 * into it.
 */
export function readScopeText(text: string): Scope[] | null {
  const words = text.split(' ');
  const known = words.every((word) => (SCOPES as readonly string[]).includes(word));
  return known && new Set(words).size === words.length ? (words as Scope[]) : null;
}

export const scopeText = (scopes: readonly Scope[]): string => scopes.join(' ');
