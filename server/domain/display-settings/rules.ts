/** How the portal looks for one user, in every organization. Shared with the browser: no zod here. */

/** `system`: light or dark, as the device is set. */
export const THEMES = ['system', 'light', 'dark', 'high-contrast'] as const;
/** Height of rows in lists and tables. */
export const DENSITIES = ['comfortable', 'compact', 'dense'] as const;

export type Theme = (typeof THEMES)[number];
export type Density = (typeof DENSITIES)[number];
