/** By scope the list that it can read, as a path of `/v1`. A new key shows a request for the first that it has. */
export const READABLE_LISTS = [
  ['patients:read', 'patients'],
  ['labs:read', 'labs/orders'],
  ['documents:read', 'documents'],
  ['webhooks:manage', 'webhooks'],
  ['audit:read', 'audit-events'],
] as const;
