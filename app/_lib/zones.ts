/** IANA names, also a current one that the runtime has renamed. */
export function zonesWith(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].sort();
}
