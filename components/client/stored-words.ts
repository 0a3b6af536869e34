/** What another user stored in a field: "Port, now 2575", and a text in quotation marks. */
import { isolate } from '../format/isolate';
import { placeOf, type FieldPlace } from '../ui/error-summary';

/** Null for a value that is not in the form. */
export type StoredWords = (name: string, value: unknown) => string | null;

/** Null for values that are too long to show. */
function plainWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return 'blank';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.includes('\n') ? null : `“${isolate(value)}”`;
  if (!Array.isArray(value)) return null;
  return value.length === 0 ? 'blank' : value.map((one) => isolate(String(one))).join(', ');
}

/** @param shown of values that the form shows in other words */
export const storedWords =
  (
    places: readonly FieldPlace[],
    shown: Readonly<Record<string, (value: never) => string>> = {},
  ): StoredWords =>
  (name, value) => {
    const label = placeOf(places, `/${name}`)?.[2];
    if (label === undefined) return null;
    const words = value !== null && shown[name] ? shown[name](value as never) : plainWords(value);
    return words === null ? label : `${label}, now ${words}`;
  };
