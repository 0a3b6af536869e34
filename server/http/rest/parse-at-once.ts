/**
 * tRPC parses inputs and outputs by zod's asynchronous way, in which zod leaves out its compiled objects and waits at
 * each level. No schema of the router is asynchronous, so each one is parsed at once, by the same rules in half the
 * time; an asynchronous schema would throw at its first use.
 */
interface Parsing {
  run(payload: unknown, context: { async?: boolean }): unknown;
}

export function parsedAtOnce<R extends { _def: { procedures: unknown } }>(router: R): R {
  const seen = new Set<Parsing>();
  const procedures = router._def.procedures as Record<
    string,
    { _def: { inputs?: unknown[]; output?: unknown } }
  >;
  for (const { _def } of Object.values(procedures)) {
    for (const schema of [...(_def.inputs ?? []), _def.output]) {
      const parsing = (schema as { _zod?: Parsing } | undefined)?._zod;
      if (!parsing || seen.has(parsing)) continue;
      seen.add(parsing);
      const run = parsing.run;
      parsing.run = (payload, context) => run(payload, { ...context, async: false });
    }
  }
  return router;
}
