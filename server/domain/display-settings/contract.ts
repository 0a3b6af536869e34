import { z } from 'zod';
import { DENSITIES, THEMES } from './rules';

/** Portal only. */
export const displaySettings = z.strictObject({ theme: z.enum(THEMES), density: z.enum(DENSITIES) });
export const updateDisplaySettingsInput = displaySettings.partial();

export type DisplaySettings = z.output<typeof displaySettings>;
export type UpdateDisplaySettingsInput = z.output<typeof updateDisplaySettingsInput>;
