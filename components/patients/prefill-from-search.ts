/** A search that found no one as initial values of the form for a new patient. The user checks them. */
import { readDates } from '../format/parse-date';
import { EMPTY_PREFILL, type PatientPrefill } from './patient-prefill';

const capitalized = (word: string): string =>
  word === word.toLocaleLowerCase('en')
    ? word.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toLocaleUpperCase('en'))
    : word;

/** Takes the date out of the words: one of them, or three such as `14 Jul 1945`. */
function takeDate(words: readonly string[]): { date: string; rest: readonly string[] } {
  for (const length of [3, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const date = words
        .slice(at, at + length)
        .join(' ')
        .replace(/,$/, '');
      if (readDates(date).length > 0) return { date, rest: words.toSpliced(at, length) };
    }
  return { date: '', rest: words };
}

/** Family name first, as in lists, with or without a comma. A number with seven digits or more is a phone number. */
export function prefillFromSearch(q: string): PatientPrefill {
  const { date, rest } = takeDate(q.trim().split(/\s+/));
  const isName = (word: string) => /\p{L}/u.test(word) && !/\d/.test(word);
  const typed = rest.filter(isName).join(' ');
  const [first = '', ...others] = typed.includes(',') ? typed.split(',') : typed.split(' ');
  const numbers = rest.filter((word) => !isName(word)).join(' ');
  const isPhone = /^[+(]?[\d\s()./-]+$/.test(numbers) && numbers.replace(/\D/g, '').length >= 7;
  return {
    ...EMPTY_PREFILL,
    family: capitalized(first.trim()),
    given: capitalized(others.join(' ').trim().replace(/\s+/g, ' ')),
    birth_date: date,
    phone: isPhone ? numbers : '',
  };
}
