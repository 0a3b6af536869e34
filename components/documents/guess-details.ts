/** Guesses type, date and title of a document from its file name. The user sees them as guesses and can change them. */
import { CATEGORY_WORDS, type DocumentCategory } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { parseDate, readDates } from '../format/parse-date';
import { defaultTitle, isMachineName, shownName } from './default-title';

export interface Guess {
  /** Empty if unknown. */
  category: DocumentCategory | '';
  /** `YYYY-MM-DD`; empty if unknown. */
  date: string;
  /** Empty for the name of a machine, unless the type is known to be a photo. */
  title: string;
}

/** The first match counts: a "referral letter" is a referral. */
const WORDS: readonly [DocumentCategory, RegExp][] = [
  ['discharge_summary', /\bdischarge|\bepicrisis\b/],
  ['referral', /\brefer(?:ral|red)?\b/],
  ['consent', /\bconsent\b/],
  ['insurance', /\binsurance\b|\bcoverage\b|\binsurer\b/],
  ['identification', /\bpassport\b|\bid card\b|\bidentification\b|\bdriv(?:er'?s?|ing) licen[cs]e\b/],
  ['imaging', /\bx ?ray\b|\bct\b|\bmri\b|\bultrasound\b|\bmammogra(?:m|phy)\b|\bradiology\b|\becho\b/],
  ['lab_report', /\blabs?\b|\blaboratory\b|\bpathology\b|\bhistology\b|\bbloods?\b|\bhba1c\b|\bcbc\b/],
  ['clinical_note', /\bnotes?\b|\bconsult(?:ation)?\b|\bvisit\b/],
  ['correspondence', /\bletters?\b|\bfax\b|\bmail\b|\bemail\b/],
  ['photo', /\bphotos?\b|\bpicture\b|^(?:img|dsc|dscn|pxl) ?\d/],
];
/** Where no word of the name says more. */
const BY_EXTENSION: Readonly<Record<string, DocumentCategory>> = {
  dcm: 'imaging',
  txt: 'clinical_note',
  doc: 'correspondence',
  docx: 'correspondence',
  odt: 'correspondence',
  rtf: 'correspondence',
};

/** With digits around it, it is part of a longer number. */
const DATES =
  /(?<!\d)(?:\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2}|\d{8}|\d{1,2}[-_. ]?[a-z]{3,9}\.?[-_. ]?\d{4}|\d{1,2}[-_. ]\d{1,2}[-_. ]\d{4})(?!\d)/gi;
const EARLIEST = '1900-01-01';

/** With dots the day is first. */
const WITH_DOTS = /^\d{1,2}\.\d{1,2}\.\d{4}$/;

/** In a form that the parser reads. */
function plainDate(text: string): string {
  if (/^\d{8}$/.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return WITH_DOTS.test(text) ? text : text.replaceAll(/[_. ]/g, '-');
}

export interface Known {
  /** Name, birth date and MRN. A birth date in a file name is not a document date. */
  patientLine: string;
  /** Nor are later days. */
  now: Date;
}

/** The only day of a text, with its characters. */
export function dateIn(text: string, { patientLine, now }: Known): { text: string; day: string } | null {
  const today = now.toISOString().slice(0, 10);
  const found = [...text.matchAll(DATES)].flatMap(([text]) => {
    const plain = plainDate(text);
    const day = parseDate(plain);
    // Also if someone wrote the month first.
    const isBirthDate = readDates(plain).some((one) => patientLine.includes(formatDate(one)));
    return day && day >= EARLIEST && day <= today && !isBirthDate ? [{ text, day }] : [];
  });
  const days = new Set(found.map(({ day }) => day));
  return days.size === 1 ? found[0]! : null;
}

export function categoryIn(text: string): DocumentCategory | '' {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9']+/g, ' ')
    .trim();
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? '';
}

export function guessDetails(fileName: string, known: Known): Guess {
  const name = shownName(fileName);
  const [, base = name, extension = ''] = /^(.*?)(?:\.([^.]{1,5}))?$/.exec(name) ?? [];
  const date = dateIn(base, known);
  const category = categoryIn(base) || BY_EXTENSION[extension.toLowerCase()] || '';
  const title = isMachineName(fileName)
    ? category === 'photo'
      ? CATEGORY_WORDS.photo
      : ''
    : titleOf(fileName, date?.text);
  return { category, date: date?.day ?? '', title };
}

/** In a name without spaces. Not that of `x-ray`, `follow-up` or `Smith-Jones`. */
const SEPARATOR = /(?<=^\S*\p{L}{3})-(?=\p{Ll}{3}\S*$)/gu;

/** The name in words, without the date, which has its own field. */
function titleOf(fileName: string, date: string | undefined): string {
  const whole = defaultTitle(fileName);
  const rest = date ? whole.replace(date, ' ') : whole;
  const words = rest
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,-]+|[\s.,-]+$/g, '')
    .replaceAll(SEPARATOR, ' ');
  // Not `eGFR`.
  const title = words.replace(/^\p{Ll}(?=[\p{Ll}\d'-]*(?:\s|$))/u, (letter) => letter.toUpperCase());
  return /\p{L}{2}/u.test(words) ? title : whole;
}
