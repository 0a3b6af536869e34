import { appRouter } from '../../server/api/root';
import type { Meta } from '../../server/api/trpc';

interface Procedure {
  _def: { type: 'query' | 'mutation'; meta?: Meta };
}

/** Every procedure of the live router. */
export const allProcedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** Those that pages are offered; the others answer `/v1` alone. */
export const portalProcedures: Record<string, Procedure> = Object.fromEntries(
  Object.entries(allProcedures).filter(([, { _def }]) => !_def.meta?.v1Only),
);
