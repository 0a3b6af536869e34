import { noInput, organisationSettings, updateSettingsInput } from '../../domain/organisations/contract';
import { getOrganisationSettings } from '../../domain/organisations/get-organisation-settings';
import { updateOrganisationSettings } from '../../domain/organisations/update-organisation-settings';
import { procedure, router } from '../trpc';

/** Portal only. */
export const organisationsRouter = router({
  getOrganisationSettings: procedure
    .input(noInput)
    .output(organisationSettings)
    .query(({ ctx }) => getOrganisationSettings(ctx)),
  updateOrganisationSettings: procedure
    .input(updateSettingsInput)
    .output(organisationSettings)
    .mutation(({ ctx, input }) => updateOrganisationSettings(ctx, input)),
});
