import { normalForm } from '../../../unicode-normal-form';
import { fold } from '../../patients/search-terms';

/**
 * Whether two spellings are the same name, ignoring case, accents, hyphens, spaces, apostrophes and the order of a
 * double name. Half of a double name is a different name.
 */

const BETWEEN = /[^\p{L}\p{N}\p{M}]+/u;
// Expansions used by senders without these letters.
const WRITTEN_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

export function spellings(name: string): string[] {
  const lower = normalForm(name).toLowerCase();
  const written = lower.replace(/[äöüåø]/g, (letter) => WRITTEN_OUT[letter]!);
  return [...new Set([fold(lower), fold(written)])];
}

/** In any word order, and written as one word. */
function keysOf(name: string): string[] {
  return spellings(name).flatMap((spelling) => {
    const pieces = spelling.split(BETWEEN).filter(Boolean);
    return pieces.length === 0 ? [] : [pieces.join(''), [...pieces].sort().join(' ')];
  });
}

export function isSameName(left: string, right: string): boolean {
  const known = new Set(keysOf(right));
  return keysOf(left).some((key) => known.has(key));
}

export interface GivenNames {
  given: string | null;
  middle: string | null;
}

/** The first given name must match, or all of them. */
export function isSameGiven(sent: GivenNames, known: readonly string[]): boolean {
  const [first] = known;
  if (!sent.given || first === undefined) return false;
  const all = known.join(' ');
  const withMiddle = sent.middle ? `${sent.given} ${sent.middle}` : sent.given;
  return isSameName(sent.given, first) || isSameName(sent.given, all) || isSameName(withMiddle, all);
}
