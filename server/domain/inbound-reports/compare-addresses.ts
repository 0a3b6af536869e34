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

/** `similar`: the same place and house number, such as `12 Mill Ln` for `12 Mill Lane`. */
function compareParts(sent: Parts, known: Parts): Compared {
  const both = sent.flatMap((part, at) => (part && known[at] ? [{ at, isSame: part === known[at] }] : []));
  if (both.length === 0) return 'not_sent';
  if (both.every(({ isSame }) => isSame)) {
    const isWhole = both.length >= 2 && both.some(({ at }) => at === 0);
    return isWhole ? 'same' : 'partly_same';
  }
  const isSamePlace = both.length >= 2 && both.every(({ at, isSame }) => isSame || at === 0);
  const number = digits(sent[0]);
  return isSamePlace && number !== '' && number === digits(known[0]) ? 'similar' : 'different';
}

const plain = (text: string | null): string => fold(text ?? '').replace(/[^\p{L}\p{N}]+/gu, '');
const joined = (lines: readonly (string | null)[]): string => plain(lines.filter(Boolean).join(' '));
const digits = (text: string): string => text.replace(/\D+/g, '');
