import { appRouter } from './root';
import type { Meta } from './trpc';

/** What a procedure declares. */
export interface DeclaredProcedure {
  type: 'query' | 'mutation' | 'subscription';
  meta: Meta | undefined;
  /** zod schemas, in the order of `.input()`. */
  inputs: readonly unknown[];
}

/**
 * All procedures by their path in the router (`patients.getPatient`). tRPC has no other way to list them: the only place
 * that reads its `_def` ([0037](../../docs/decisions/0037-no-private-apis.md)).
 */
export const PROCEDURES: ReadonlyMap<string, DeclaredProcedure> = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: DeclaredProcedure }>).map(
    ([
      path,
      {
        _def: { type, meta, inputs },
      },
    ]) => [path, { type, meta, inputs }],
  ),
);
