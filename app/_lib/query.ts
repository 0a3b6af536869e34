export type Query = Record<string, string | string[] | undefined>;

/** A single, trimmed query parameter; undefined when absent, empty or repeated. */
export function queryParam(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
