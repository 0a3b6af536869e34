/** Names of people (NHS CUI NID-0001…0013): family name in capitals, comma, given names, title in brackets. */
export interface NameView {
  family: string;
  given: readonly string[];
  prefix?: string | null;
  suffix?: string | null;
}

export function formatName(name: NameView): string {
  const given = name.given.join(' ');
  const suffix = name.suffix ? ` ${name.suffix}` : '';
  const title = name.prefix ? ` (${name.prefix})` : '';
  return `${name.family.toLocaleUpperCase('en')}${given ? `, ${given}` : ''}${suffix}${title}`;
}

/** `FAMILY, Given`: tab titles, confirmations, same-name comparison. */
export function formatShortName(name: NameView): string {
  const given = name.given.join(' ');
  return `${name.family.toLocaleUpperCase('en')}${given ? `, ${given}` : ''}`;
}

/** IDs of the patients whose first given name and family name another patient of the list has too. */
export function namesakesOf(patients: readonly { id: string; name: NameView }[]): ReadonlySet<string> {
  const key = (name: NameView): string =>
    `${name.family}|${name.given[0] ?? ''}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const sharing = new Map<string, Set<string>>();
  for (const { id, name } of patients)
    sharing.set(key(name), (sharing.get(key(name)) ?? new Set<string>()).add(id));
  return new Set([...sharing.values()].flatMap((ids) => (ids.size > 1 ? [...ids] : [])));
}
