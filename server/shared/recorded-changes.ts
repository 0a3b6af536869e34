/** Old and new values of settings in an audit row. Never of secrets, and never of patient data. */

type Value = string | number | boolean | null;
type Change = Record<'was' | 'is', Value>;

/** Characters. */
const LONGEST = 500;

const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/{1,2})([^/?#]*@)?([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** A URL without its user info, query and fragment, which may be credentials; other text unchanged. */
export function maskUrl(text: string): string {
  const parts = URL_PARTS.exec(text);
  if (!parts) return text;
  const [, scheme, user, rest, query, fragment] = parts;
  return [scheme, user && '…@', rest, query && '?…', fragment && '#…'].filter(Boolean).join('');
}

/** A value as the audit keeps it: a list is one text, and an empty one is null. */
export function recordedValue(value: unknown): Value {
  if (Array.isArray(value))
    return (
      value
        .map((one) => maskUrl(String(one)))
        .join(', ')
        .slice(0, LONGEST) || null
    );
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? maskUrl(value).slice(0, LONGEST) : null;
}

/** The settings of these names that differ. */
export function recordedChanges<Settings extends object>(
  was: Settings,
  is: Settings,
  names: readonly (keyof Settings & string)[],
): Record<string, Change> {
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name) => [name, { was: recordedValue(was[name]), is: recordedValue(is[name]) }]),
  );
}
