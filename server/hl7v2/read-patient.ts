import type { Repetition, Segment } from './message';
import type { NormalAddress, NormalName, NormalPatient, NormalVisit } from './normal-message';
import { entity, identifierOf, orNull, readEach, readPerson } from './read-data-types';
import { readBirthDate } from './time';
import type { Warnings } from './warnings';

export function readPatient(pid: Segment, warnings: Warnings): NormalPatient {
  const born = pid.text(7);
  const birthDate = readBirthDate(born);
  if (born !== '' && birthDate === null)
    warnings.add('time_unreadable', pid.place(7), 'The birth date is not valid; it is ignored.');
  return {
    identifiers: readEach(pid, 3, identifierOf),
    other_identifiers: [...readEach(pid, 2, identifierOf), ...readEach(pid, 4, identifierOf)],
    names: namesOf(pid, 5),
    birth_date: birthDate,
    ...(birthDate === null && born !== '' ? { birth_date_unread: born } : {}),
    sex: orNull(pid.text(8)),
    addresses: readEach(pid, 11, addressOf),
    contacts: readEach(pid, 13, contactsOf).flat(),
    account_number: entity(pid, 18),
    deleted_fields: Array.from({ length: pid.fieldCount }, (_, index) => index + 1).filter(
      (field) => pid.state(field) === 'deleted',
    ),
  };
}

/** XPN */
export const namesOf = (segment: Segment, field: number): NormalName[] => readEach(segment, field, nameOf);

function nameOf(sent: Repetition): NormalName | null {
  const part = (component: number) => orNull(sent.text(component));
  const name: NormalName = {
    family: orNull(sent.text(1, 1)),
    given: part(2),
    middle: part(3),
    suffix: part(4),
    prefix: part(5),
    type: part(7),
  };
  return name.family === null && name.given === null && name.middle === null ? null : name;
}

function addressOf(sent: Repetition): NormalAddress | null {
  const part = (component: number) => orNull(sent.text(component));
  const address: NormalAddress = {
    street: orNull(sent.text(1, 1)),
    other: part(2),
    city: part(3),
    state: part(4),
    postal_code: part(5),
    country: part(6),
  };
  return Object.values(address).every((value) => value === null) ? null : address;
}

/** Phone numbers in the old form (1), unformatted (12) or in parts (5 to 7); email addresses (4). */
function contactsOf(sent: Repetition): string[] {
  const parts = [5, 6, 7].map((component) => sent.text(component)).filter((text) => text !== '');
  const number = sent.text(1) || sent.text(12) || parts.join(' ');
  return [number, sent.text(4)].filter((text) => text !== '');
}

export function readVisit(pv1: Segment): NormalVisit {
  return {
    class: orNull(pv1.text(2)),
    attending: readPerson(pv1, 7),
    referring: readPerson(pv1, 8),
    number: entity(pv1, 19),
  };
}
