import type { CatalogTest } from '@/server/domain/catalog/contract';

type Ranked = Pick<CatalogTest, 'name' | 'short_name' | 'synonyms' | 'code'>;

/**
 * How well a test matches what was typed, because Enter orders the first one: the whole code or short name, then a
 * favorite, then the start of a name, then the start of a word of one. A match within a word, as of "thyr" in
 * "parathyroid", is the last.
 */
export function testRank(
  { name, short_name, synonyms, code }: Ranked,
  typed: string,
  isFavorite: boolean,
): number {
  const text = typed.trim().toLowerCase();
  const names = [name, short_name ?? '', ...synonyms].map((one) => one.toLowerCase());
  const exact = [code, short_name].some((one) => one?.toLowerCase() === text);
  const starts = [code.toLowerCase(), ...names].some((one) => one.startsWith(text));
  const startsWord = names.some((one) => one.split(/[\s,()/-]+/).some((word) => word.startsWith(text)));
  return (exact ? 8 : 0) + (isFavorite ? 4 : 0) + (starts ? 2 : 0) + (startsWord ? 1 : 0);
}
