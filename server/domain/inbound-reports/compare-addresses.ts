import type { NormalPatient } from '../../hl7v2/normal-message';
import { fold } from '../patients/search-terms';
import type { Compared } from './filing/check-patient';

export interface KnownAddress {
  lines: readonly string[];
  city: string | null;
  postal_code: string | null;
}

/**
 * The closest pair of addresses, for users only: people move. State and country are not compared, because they are
 * written in too many ways.
 */
export function compareAddresses(sent: NormalPatient['addresses'], known: readonly KnownAddress[]): Compared {
  const found = sent.flatMap((one) =>
    known.map((other) =>
      compareParts(
        [joined([one.street, one.other]), plain(one.city), plain(one.postal_code)],
        [joined(other.lines), plain(other.city), plain(other.postal_code)],
      ),
    ),
  );
  const order = ['same', 'similar', 'partly_same', 'different'] as const;
  return order.find((how) => found.includes(how)) ?? 'not_sent';
}

type Parts = readonly [street: string, city: string, postal: string];

/** `similar`: the same place and house number, and a street that one abbreviates, such as `12 Mill Ln` for `12 Mill Lane`. */
function compareParts(sent: Parts, known: Parts): Compared {
  const both = sent.flatMap((part, at) => (part && known[at] ? [{ at, isSame: part === known[at] }] : []));
  if (both.length === 0) return 'not_sent';
  if (both.every(({ isSame }) => isSame)) {
    const isWhole = both.length >= 2 && both.some(({ at }) => at === 0);
    return isWhole ? 'same' : 'partly_same';
  }
  const isSamePlace = both.length >= 2 && both.every(({ at, isSame }) => isSame || at === 0);
  return isSamePlace && isSimilarStreet(sent[0], known[0]) ? 'similar' : 'different';
}

function isSimilarStreet(one: string, other: string): boolean {
  const number = digits(one);
  if (number === '' || number !== digits(other)) return false;
  const [short, long] = [letters(one), letters(other)].toSorted((a, b) => a.length - b.length);
  return short![0] === long![0] && isAbbreviation(short!, long!);
}

/** All letters of the short spelling are in the long one, in this order. */
function isAbbreviation(short: string, long: string): boolean {
  let from = 0;
  for (const letter of short) {
    const at = long.indexOf(letter, from);
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}

const plain = (text: string | null): string => fold(text ?? '').replace(/[^\p{L}\p{N}]+/gu, '');
const joined = (lines: readonly (string | null)[]): string => plain(lines.filter(Boolean).join(' '));
const digits = (text: string): string => text.replace(/\D+/g, '');
const letters = (text: string): string => text.replace(/\d+/g, '');
