/** IDs in a request that may be of the object it is about, most specific first, for the audit of a denial. */
export function objectsNamed(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { delivery_id, id } = input as Record<string, unknown>;
  return [delivery_id, id].filter((value) => typeof value === 'string');
}
