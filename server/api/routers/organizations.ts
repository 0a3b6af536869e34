import {
  countExpiredDataInput,
  expiredData,
  noInput,
  organizationSettings,
  secondFactorPreview,
  setLogoInput,
  updateSettingsInput,
} from '../../domain/organizations/contract';
import { countExpiredData } from '../../domain/organizations/count-expired-data';
import { getOrganizationSettings } from '../../domain/organizations/get-organization-settings';
import { previewSecondFactor } from '../../domain/organizations/preview-second-factor';
import {
  removeOrganizationLogo,
  setOrganizationLogo,
} from '../../domain/organizations/set-organization-logo';
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
  countExpiredData: procedure
    .input(countExpiredDataInput)
    .output(expiredData)
    .query(({ ctx, input }) => countExpiredData(ctx, input)),
  previewSecondFactor: procedure
    // The form is checked as a whole before the user is asked to confirm.
    .input(updateSettingsInput)
    .output(secondFactorPreview)
    .query(({ ctx }) => previewSecondFactor(ctx)),
  setOrganizationLogo: procedure
    .input(setLogoInput)
    .output(organizationSettings)
    .mutation(({ ctx, input }) => setOrganizationLogo(ctx, input)),
  removeOrganizationLogo: procedure
    .input(noInput)
    .output(organizationSettings)
    .mutation(({ ctx }) => removeOrganizationLogo(ctx)),
});
