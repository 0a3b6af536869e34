/** The audit log of a user or an API key: all of their actions, views included. */
export const actionsHref = (who: string): string => `/admin/audit?reads=shown&who=${who}`;

/** All entries of one request, whichever page they are on. */
export const requestHref = (requestId: string): string => `/admin/audit?about=${requestId}`;
