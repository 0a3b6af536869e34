/** Messages of the server for single fields, with the labels on screen. Only forms need them. */
import type { ShownError, ShownField } from './error-message';

/**
 * A message of the server with the label on screen instead of the API's name of the field. A label in brackets ends
 * with the unit of its number: "Time until escalation (minutes)" becomes "Time until escalation must be at least 5
 * minutes."
 */
export function withLabel({ message, predicate }: Omit<ShownField, 'pointer'>, label: string | undefined) {
  if (predicate === undefined || label === undefined) return message;
  const [, name = label, unit = ''] = /^(.+?) \(([^()]+)\)$/.exec(label) ?? [];
  // Another requirement has a condition, which the sentence keeps.
  if (/^(?:is required|cannot be empty)$/.test(predicate) && isNoun(name)) return enter(name);
  const count = UNITS.has(unit) ? /([\d,]+)$/.exec(predicate)?.[1] : undefined;
  const words = isPlural(name) ? predicate.replace(/^is\b/, 'are').replace(/^has\b/, 'have') : predicate;
  return `${name} ${words}${count ? ` ${count === '1' ? unit.slice(0, -1) : unit}` : ''}.`;
}

/** Whether the server reports that the value is absent or empty. */
export const isMissing = ({ predicate }: Omit<ShownField, 'pointer'>): boolean =>
  /^(?:is required\b|cannot be empty$)/.test(predicate ?? '');

/** Longer labels are not what one enters: “Time until escalation”. */
const isNoun = (label: string): boolean => label.split(' ').length <= 2 && !isPlural(label);

/** "Enter a name.", "Enter an issuer.", "Enter a URL." */
function enter(label: string): string {
  const noun = /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
  return `Enter ${/^(?:[aeio]|MRN)/.test(noun) ? 'an' : 'a'} ${noun}.`;
}

const UNITS = new Set(['seconds', 'minutes', 'hours', 'days', 'months', 'years']);
/** "Permissions", "Roles of users": the head of the label decides. */
const isPlural = (name: string): boolean => /[^su]s$/.test(name.split(/ (?:of|for|with|per|that) /)[0]!);

/** The message for one field: an exact pointer, or anything below it, which the server names better than the label. */
export function fieldMessage(error: ShownError | null, pointer: string, label?: string): string | undefined {
  const found = error?.fields.find(
    (field) => field.pointer === pointer || field.pointer.startsWith(`${pointer}/`),
  );
  return found && withLabel(found, found.pointer === pointer ? label : undefined);
}
