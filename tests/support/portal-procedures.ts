import { appRouter } from '../../server/api/root';
import type { Meta } from '../../server/api/trpc';

interface Procedure {
  _def: { type: 'query' | 'mutation'; meta?: Meta };
}

export const allProcedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** Procedures for pages; the others are only for `/v1`. */
export const portalProcedures: Record<string, Procedure> = Object.fromEntries(
  Object.entries(allProcedures).filter(([, { _def }]) => !_def.meta?.v1Only),
);
