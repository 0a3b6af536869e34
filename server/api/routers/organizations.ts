import { noInput, organizationSettings, updateSettingsInput } from '../../domain/organizations/contract';
import { getOrganizationSettings } from '../../domain/organizations/get-organization-settings';
import { updateOrganizationSettings } from '../../domain/organizations/update-organization-settings';
import { procedure, router } from '../trpc';

/** Portal only. */
export const organizationsRouter = router({
  getOrganizationSettings: procedure
    .input(noInput)
    .output(organizationSettings)
    .query(({ ctx }) => getOrganizationSettings(ctx)),
  updateOrganizationSettings: procedure
    .input(updateSettingsInput)
    .output(organizationSettings)
    .mutation(({ ctx, input }) => updateOrganizationSettings(ctx, input)),
});
