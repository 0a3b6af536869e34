import { appRouter } from '../../server/api/root';
import type { Meta } from '../../server/api/trpc';

interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription'; meta?: Meta };
}

const entries = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>);
const having = (isWanted: (procedure: Procedure) => boolean): Record<string, Procedure> =>
  Object.fromEntries(entries.filter(([, procedure]) => isWanted(procedure)));

/** Without subscriptions, whose responses stay open. */
export const allProcedures = having(({ _def }) => _def.type !== 'subscription');
export const subscriptions = having(({ _def }) => _def.type === 'subscription');

/** Procedures for pages; the others are only for `/v1`. */
export const portalProcedures: Record<string, Procedure> = having(
  ({ _def }) => _def.type !== 'subscription' && !_def.meta?.v1Only,
);
