import { clockIn, offsetAt } from '../../shared/wall-clock';
import type { OrderClinician } from './content';
import { components, escaped, repetitions, subcomponents } from './segments';

/** Plain texts as the components of one field. */
export const codes = (...parts: (string | null)[]): string => components(...parts.map(escaped));

/** HD as a field: a namespace, or `namespace^universal ID^type`. */
export const designator = (entered: string | null): string =>
  codes(...(entered ?? '').split('^').slice(0, 3));

/** HD as a component: an OID, a URI, or a namespace. */
export function authority(system: string | null): string {
  if (system === null) return '';
  const oid = /^(?:urn:oid:)?([0-2](?:\.(?:0|[1-9]\d*)){2,})$/i.exec(system)?.[1];
  if (oid !== undefined) return subcomponents('', oid, 'ISO');
  const uuid = /^urn:uuid:([0-9a-f-]{36})$/i.exec(system)?.[1];
  if (uuid !== undefined) return subcomponents('', uuid, 'UUID');
  if (/^(?:urn:|[a-z][a-z0-9+.-]*:\/\/)/i.test(system)) return subcomponents('', escaped(system), 'URI');
  return escaped(system);
}

/** EI: a number with the application that assigned it. */
export const entity = (number: string | null, application: string | null): string =>
  number === null
    ? ''
    : components(escaped(number), ...(application ?? '').split('^').slice(0, 3).map(escaped));

const NPI = subcomponents('NPI', '2.16.840.1.113883.4.6', 'ISO');

/** XCN. Users have one name, not parts of it, so it is the family name. */
function person(identifier: OrderClinician['identifiers'][number] | null, name: string | null): string {
  const issuer = authority(identifier?.authority ?? null) || (identifier?.type === 'NPI' ? NPI : '');
  return components(
    escaped(identifier?.value ?? null),
    escaped(name),
    '',
    '',
    '',
    '',
    '',
    '',
    issuer,
    '',
    '',
    '',
    escaped(identifier?.type ?? null),
  );
}

/** A repetition for each identifier of the same person, as the standard requires. */
export function allIdentifiers(clinician: OrderClinician | null): string {
  if (clinician === null) return '';
  const { identifiers, name } = clinician;
  return identifiers.length === 0
    ? person(null, name)
    : repetitions(identifiers.map((identifier) => person(identifier, name)));
}

/** One repetition for each person. */
export const people = (clinicians: readonly OrderClinician[]): string =>
  repetitions(clinicians.map(({ identifiers, name }) => person(identifiers[0] ?? null, name)));

export type Precision = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';
const DIGITS: Readonly<Record<Precision, number>> = {
  year: 4,
  month: 6,
  day: 8,
  hour: 10,
  minute: 12,
  second: 14,
};

/** TS. A date, less precise than an hour, is the UTC date of `at` and has no offset. */
export function timeText(at: Date, zone: string, precision: Precision): string {
  const digits = DIGITS[precision];
  if (digits <= 8) return compact(at.toISOString()).slice(0, digits);
  const minutes = offsetAt(zone, at.getTime());
  const offset = [Math.abs(minutes) / 60, Math.abs(minutes) % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join('');
  return `${compact(clockIn(zone, at.getTime())).slice(0, digits)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** `2026-11-05` becomes `20261105`. */
export const compact = (text: string): string => text.replace(/[-:T]/g, '');
