import { displaySettings, updateDisplaySettingsInput } from '../../domain/display-settings/contract';
import { updateDisplaySettings } from '../../domain/display-settings/update-display-settings';
import { procedure, router } from '../trpc';

/** Portal only. The settings are read with the session. */
export const displaySettingsRouter = router({
  updateDisplaySettings: procedure
    .input(updateDisplaySettingsInput)
    .output(displaySettings)
    .mutation(({ ctx, input }) => updateDisplaySettings(ctx, input)),
});
