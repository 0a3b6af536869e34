/**
 * The adapter switches coercion on inside the shared zod schemas at its first call: `"false"` would become true in a
 * body, here and in the portal. Every number, boolean and date schema of the router's inputs is pinned to what the
 * contract wrote; explicit `z.coerce` stays.
 */

interface Schema {
  _zod?: { def: Record<string, unknown> & { type: string; coerce?: boolean } };
  shape?: Record<string, Schema>;
}

export function withoutCoercion<R extends { _def: { procedures: unknown } }>(router: R): R {
  const seen = new Set<unknown>();
  for (const procedure of Object.values(
    router._def.procedures as Record<string, { _def: { inputs?: Schema[] } }>,
  )) {
    for (const input of procedure._def.inputs ?? []) pin(input, seen);
  }
  return router;
}

function pin(schema: unknown, seen: Set<unknown>): void {
  const def = (schema as Schema)?._zod?.def;
  if (!def || seen.has(def)) return;
  seen.add(def);
  if (['number', 'boolean', 'bigint', 'date', 'string'].includes(def.type)) {
    const coerce = def.coerce ?? false;
    Object.defineProperty(def, 'coerce', {
      get: () => coerce,
      set: () => undefined,
      configurable: true,
      enumerable: true,
    });
  }
  const parts = [
    def.innerType,
    def.in,
    def.out,
    def.element,
    def.valueType,
    def.left,
    def.right,
    ...((def.options as unknown[]) ?? []),
    ...Object.values((def.shape as object) ?? {}),
  ];
  for (const part of parts) pin(part, seen);
}
