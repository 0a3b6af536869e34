/** "(1 critical) Inbox": visible in a background tab. It replaces an earlier count, and names no patient. */
export const titleWithCount = (title: string, critical: number): string =>
  `${critical > 0 ? `(${critical} critical) ` : ''}${title.replace(/^\(\d+ critical\) /, '')}`;
