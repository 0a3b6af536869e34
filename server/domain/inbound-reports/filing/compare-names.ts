import type { HumanName } from '../../../data-types/patient';
import { fold } from '../../patients/search-terms';
import { normalForm } from '../../../unicode-normal-form';
import { isSameGiven, isSameName, spellings, type GivenNames } from './same-name';
import { isOtherSpelling, isShortFormOf } from './short-forms';

/**
 * Whether a name in a message differs from the one on record. There is no fuzzy matching, because twins have similar
 * names (Anna and Anne, Jon and Jan): two full names match only by one of the rules here. `similar`: not identical, but
 * explained (short form, initial, part of a double name, other spelling). Pure.
 */
export type Likeness = 'same' | 'similar' | 'different' | 'not_comparable';

export interface SentName extends GivenNames {
  family: string | null;
}

export interface NameLikeness {
  family: Likeness;
  given: Likeness;
}

export function compareNames(sent: SentName, known: HumanName): NameLikeness {
  if (isSwapped(sent, known)) return { family: 'similar', given: 'similar' };
  const { name, family } = wholeNameInFamily(sent, known);
  return { family, given: compareGiven(name, known) };
}

const APOSTROPHES = /['’‘ʼʻ`´]/g;
const BETWEEN = /[^\p{L}\p{N}\p{M}]+/u;
/** Generational suffixes and titles typed into the name. */
const NOT_NAMES = /^(jr|sr|ii|iii|iv|dr|prof|mr|mrs|ms|miss|herr|frau)$/;
/** Placeholders for unknown names: newborns, unconscious patients, systems that require a text. */
const NO_NAME =
  /^(unknown|unk|unbekannt|inconnu|desconocido|desconocida|noname|nofirstname|nolastname|nfn|nln|fnu|lnu|nmn|none|null|nn|anonymous|xx+)$/;
const NEWBORN =
  /^(baby|babyboy|babygirl|boy|girl|bb|bg|twin|triplet|infant|newborn|nb|male|female|neugeborenes)$/;
/** Distinguishes the newborns of a multiple birth. */
const MARK = /^([a-d]|[1-4]|i|ii|iii|one|two|three|first|second|third)$/;
/** Particles shared by many family names. */
const PARTICLE =
  /^(de|del|della|di|da|do|dos|das|du|la|las|los|le|el|al|van|von|der|den|ten|ter|zu|zur|bin|ibn|ben|bint|abu|mac|mc|st|san|y|e|i)$/;
/** Senders truncate names at some length. A shorter prefix is a different name. */
const SHORTEST_CUT = 10;

const piecesOf = (text: string): string[] =>
  normalForm(text).toLowerCase().replace(APOSTROPHES, '').split(BETWEEN).filter(Boolean);

function wordsOf(text: string): string[] {
  const pieces = piecesOf(text);
  const names = pieces.filter((piece) => !NOT_NAMES.test(fold(piece)));
  return names.length > 0 ? names : pieces;
}

/** Both expanded and simplified, so that Müller, Mueller and Muller match. Michael and Michal do not. */
function formsOf(word: string): string[] {
  const all = spellings(word);
  const simple = all.map((form) =>
    form.length < 4
      ? form
      : form
          .replace(/ae(?!l)|aa/g, 'a')
          .replace(/oe/g, 'o')
          .replace(/ue/g, 'u'),
  );
  return [...new Set([...all, ...simple])];
}

function isSameWord(left: string, right: string): boolean {
  const forms = formsOf(right);
  return formsOf(left).some((form) => forms.includes(form));
}

/** One letter of an alphabet with case: a single Chinese character is a whole name. */
const isInitial = (word: string): boolean =>
  [...word].length === 1 && /\p{L}/u.test(word) && word.toUpperCase() !== word.toLowerCase();

const startsLike = (initial: string, word: string): boolean => fold(word).startsWith(fold(initial));

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Gujarati',
  'Gurmukhi',
  'Armenian',
  'Georgian',
  'Ethiopic',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** The names have no script in common and cannot be compared. */
function areOfOtherScripts(left: string, right: string): boolean {
  if (!/\p{L}/u.test(left) || !/\p{L}/u.test(right)) return true;
  const known = SCRIPTS.filter((script) => script.test(left) || script.test(right));
  return known.length > 0 && !known.some((script) => script.test(left) && script.test(right));
}

/** Non-ASCII letters were lost in transmission: `M?ller` is Müller, but `Ann?` is not Anna. */
function isDamaged(sent: string, known: string): boolean {
  if (!/[?\ufffd]/.test(sent)) return false;
  const lost = (text: string) => text.toLowerCase().replace(/[?\ufffd]+/g, '?');
  const written = normalForm(known);
  return /[^\0-\x7f]/.test(written) && lost(sent.trim()) === lost(written.replace(/[^\0-\x7f]/g, '?'));
}

const isCutOff = (left: string, right: string): boolean => {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= SHORTEST_CUT && long.startsWith(short);
};

const joined = (words: readonly string[]): string => words.map((word) => fold(word)).join('');

/** Family and given name in each other's field. */
const isSwapped = (sent: SentName, { family, given }: HumanName): boolean =>
  sent.family !== null &&
  sent.given !== null &&
  !isSameName(sent.family, family) &&
  isSameName(sent.given, family) &&
  isSameGiven({ given: sent.family, middle: sent.middle }, given);

/** Some senders put the whole name into the family name field: words beyond the family name are given names. */
function wholeNameInFamily(sent: SentName, known: HumanName): { name: SentName; family: Likeness } {
  const family = compareFamily(sent.family, known.family);
  if (sent.given !== null || sent.family === null || family !== 'similar') return { name: sent, family };
  const rest = wordsOf(sent.family).filter(
    (word) => !wordsOf(known.family).some((other) => isSameWord(word, other)),
  );
  const longer = wordsOf(sent.family).length > wordsOf(known.family).length;
  return { name: longer && rest.length > 0 ? { ...sent, given: rest.join(' ') } : sent, family };
}

function compareFamily(sent: string | null, known: string): Likeness {
  if (sent === null || known.trim() === '') return 'not_comparable';
  const [left, right] = [wordsOf(sent), wordsOf(known)];
  if ([left, right].some((words) => words.every((word) => NO_NAME.test(fold(word))))) return 'not_comparable';
  if (areOfOtherScripts(sent, known)) return 'not_comparable';
  if (isSameName(sent, known)) return 'same';
  if (isDamaged(sent, known) || left.join(' ') === right.join(' ')) return 'similar';
  if (left.length === 1 && isInitial(left[0]!) && startsLike(left[0]!, right[0]!)) return 'similar';
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const contained = few.every((word) => many.some((other) => isSameWord(word, other)));
  if (contained && few.some((word) => !PARTICLE.test(fold(word)))) return 'similar';
  return isCutOff(joined(left), joined(right)) ? 'similar' : 'different';
}

function compareGiven(sent: SentName, { family, given }: HumanName): Likeness {
  const sentText = [sent.given, sent.middle].filter(Boolean).join(' ');
  const knownText = given.join(' ');
  const [left, right] = [wordsOf(sentText), wordsOf(knownText)];
  if (left.length === 0 || right.length === 0) return 'not_comparable';
  const withoutName = comparePlaceholders(left, right);
  if (withoutName !== null) return withoutName;
  if (areOfOtherScripts(sentText, knownText)) return 'not_comparable';
  if (isSameName(sentText, knownText)) return left.every(isInitial) ? 'similar' : 'same';
  if (isDamaged(sentText, knownText)) return 'similar';
  const unmatched = unmatchedWords(left, right);
  const families = [...wordsOf(family), ...wordsOf(sent.family ?? '')];
  // A maiden name is often stored as a middle name.
  const isFamily = (word: string) =>
    families.some((name) => (isInitial(word) ? startsLike(word, name) : isSameWord(word, name)));
  const first = unmatched.left.includes(left[0]!) && unmatched.right.includes(right[0]!);
  const contradicts =
    unmatched.left.length > 0 &&
    unmatched.right.length > 0 &&
    (first || !(unmatched.left.every(isFamily) || unmatched.right.every(isFamily)));
  if (!contradicts) return isSameGiven(sent, given) && !isInitial(left[0]!) ? 'same' : 'similar';
  const isWrittenAsOne = (few: string[], many: string[]) =>
    many.some((_, at) => at > 0 && joined(many.slice(0, at + 1)) === joined(few));
  if (isWrittenAsOne(left, right) || isWrittenAsOne(right, left)) return 'similar';
  return isCutOff(joined(left), joined(right)) ? 'similar' : 'different';
}

/** Null if neither is a placeholder. Two newborns of one birth differ by their mark or sex. */
function comparePlaceholders(left: string[], right: string[]): Likeness | null {
  const [sent, known] = [left, right].map((words) => {
    const folded = words.map((word) => fold(word));
    const newborn =
      (folded.some((word) => NEWBORN.test(word)) &&
        folded.every((word) => NEWBORN.test(word) || MARK.test(word))) ||
      (folded[0] === 'baby' && folded[1] === 'of') ||
      (folded[0] === 'b' && folded[1] === 'o');
    const kind = folded.every((word) => NO_NAME.test(word)) ? 'none' : newborn ? 'newborn' : null;
    return { kind, folded };
  });
  if (sent!.kind === null && known!.kind === null) return null;
  if (sent!.kind !== 'newborn' || known!.kind !== 'newborn') return 'not_comparable';
  const says = (what: RegExp) => [sent!, known!].map(({ folded }) => folded.find((word) => what.test(word)));
  const [markSent, markKnown] = says(MARK);
  const boys = says(/boy|^male$|^bb$/);
  const girls = says(/girl|^female$|^bg$/);
  const differ =
    (markSent !== undefined && markKnown !== undefined && markSent !== markKnown) ||
    (boys[0] !== undefined && girls[1] !== undefined) ||
    (girls[0] !== undefined && boys[1] !== undefined);
  return differ ? 'different' : 'similar';
}

/** Matches each word once, full names before initials. The initial of the first name must come first. */
function unmatchedWords(left: string[], right: string[]): { left: string[]; right: string[] } {
  const free = { left: new Set(left.keys()), right: new Set(right.keys()) };
  const match = (fits: (a: string, b: string, places: [number, number]) => boolean) => {
    for (const a of [...free.left])
      for (const b of [...free.right])
        if (free.left.has(a) && free.right.has(b) && fits(left[a]!, right[b]!, [a, b])) {
          free.left.delete(a);
          free.right.delete(b);
        }
  };
  match(isSameWord);
  match((a, b) => {
    const [one, other] = [fold(a), fold(b)];
    return isShortFormOf(one, other) || isOtherSpelling(one, other);
  });
  match(
    (a, b, [at, place]) =>
      (at === 0) === (place === 0) &&
      ((isInitial(a) && startsLike(a, b)) || (isInitial(b) && startsLike(b, a))),
  );
  return {
    left: [...free.left].map((at) => left[at]!),
    right: [...free.right].map((at) => right[at]!),
  };
}
