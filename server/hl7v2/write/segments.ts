import { STANDARD } from '../delimiters';

const { field: FIELD, component, repetition, subcomponent } = STANDARD;
const ENCODING = '^~\\&';

export interface WrittenSegment {
  name: string;
  /** Nonempty fields in HL7 numbering, already escaped. */
  fields: ReadonlyMap<number, string>;
  text: string;
}

/** @param given fields in HL7 numbering, already escaped; MSH-1 and MSH-2 are added */
export function segment(name: string, given: Readonly<Record<number, string>>): WrittenSegment {
  const entries = Object.entries(given)
    .map(([number, text]) => [Number(number), text] as const)
    .filter(([, text]) => text !== '');
  const fields = new Map(entries);
  const last = Math.max(0, ...fields.keys());
  const from = name === 'MSH' ? 3 : 1;
  const start = name === 'MSH' ? [name, ENCODING] : [name];
  const rest = Array.from({ length: Math.max(last - from + 1, 0) }, (_, at) => fields.get(at + from) ?? '');
  return { name, fields, text: [...start, ...rest].join(FIELD) };
}

/** Joins escaped parts. Empty ones at the end are omitted. */
function joined(parts: readonly string[], separator: string): string {
  const end = parts.findLastIndex((part) => part !== '') + 1;
  return parts.slice(0, end).join(separator);
}

export const components = (...parts: string[]): string => joined(parts, component);
export const subcomponents = (...parts: string[]): string => joined(parts, subcomponent!);
export const repetitions = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(repetition);

const CODES: Readonly<Record<string, string>> = { '|': 'F', '^': 'S', '~': 'R', '&': 'T', '\\': 'E' };

/**
 * Escapes text exactly: control characters as hexadecimal data, and two quotation marks alone, which would mean
 * deletion. NUL has no representation; `firstUnencodable` reports it.
 */
export function escaped(text: string | null): string {
  if (text === null) return '';
  const deletes = text.trim() === '""';
  // eslint-disable-next-line no-control-regex -- these are the characters to escape
  return text.replace(/[|^~&\\"\x01-\x1f\x7f]/g, (character) => {
    if (character === '"') return deletes ? '\\X22\\' : character;
    const code =
      CODES[character] ?? `X${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    return `\\${code}\\`;
  });
}
