export const IDLE_MINUTES = { least: 5, most: 120 } as const;
/** A logo is a PNG or JPEG file; SVG may contain scripts. */
export const MAX_LOGO_BYTES = 200 * 1_024;
export const MAX_LOGO_PIXELS = 4_000;
/** Maximum lifetime of an API key. `usual` is that of a new organization. */
export const KEY_DAYS = { least: 1, most: 3650, usual: 365 } as const;
/** Years after the last activity in a chart before it may be erased without an order. */
export const RETENTION_YEARS = { least: 1, most: 100 } as const;
/** Months for which the content of a message from or to a laboratory is kept. */
export const MESSAGE_MONTHS = { least: 3, most: 600 } as const;
/** `least` is promised to clients: docs/guides/pagination-and-sync.md and webhooks.md. */
export const EVENT_DAYS = { least: 30, most: 3650 } as const;
export const DELIVERY_DAYS = { least: 30, most: 3650 } as const;
export const SECURITY_EVENT_MONTHS = { least: 1, most: 120 } as const;
/** Counts of expired data end here. */
export const MOST_COUNTED = 10_000;
export const AUDIT_YEARS = { least: 1, most: 100 } as const;
/** Minutes until an unsigned critical result is escalated to all users, and then to administrators. */
export const CRITICAL_MINUTES = { least: 5, most: 240 } as const;
export const CRITICAL_ALARM_MINUTES = { least: 10, most: 480 } as const;

/** After the name of the field. */
export const DELIVERIES_TOO_LONG = 'must not be longer than the retention of events';
export const ALARM_TOO_EARLY = 'must be at least as long as the time until escalation';

/** Requiring a second factor needs one: otherwise the rule could lock out the only administrator. */
export const OWN_FACTOR_FIRST = 'Your own account needs a second factor first.';
