/** Host and path: tells webhooks of one host apart. */
export function webhookName(url: string): string {
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
