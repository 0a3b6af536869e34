import { adminOverview, getAdminOverviewInput } from '../../domain/admin-overview/contract';
import { getAdminOverview } from '../../domain/admin-overview/get-admin-overview';
import { procedure, router } from '../trpc';

/** Portal only: figures for the start page of the administration. */
export const adminOverviewRouter = router({
  getAdminOverview: procedure
    .input(getAdminOverviewInput)
    .output(adminOverview)
    .query(({ ctx }) => getAdminOverview(ctx)),
});
