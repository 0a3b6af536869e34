/** The audit log of a user or an API key: all of their actions, views included. */
export const actionsHref = (who: string): string => `/admin/audit?reads=shown&who=${who}`;
