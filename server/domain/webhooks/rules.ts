/** Words and limits of webhooks that pages need, without the server's libraries. */

/** Why a webhook is off that a person paused; every other reason is the service's. */
export const PAUSED = 'Paused by an administrator.';
export const NOT_ENABLED_YET = 'Created without being enabled.';

export const isPaused = ({ disabled_reason: reason }: { disabled_reason: string | null }): boolean =>
  reason === null || reason === PAUSED || reason === NOT_ENABLED_YET;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'exhausted', 'skipped', 'held'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Owners are warned when nothing has got through for so long. */
export const WARN_AFTER_DAYS = 3;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;
