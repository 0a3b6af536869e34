/** New uploads with title, type and date from their draft, the server or their file name. */
import type { Upload } from '@/server/domain/documents/upload-contract';
import { CATEGORY_WORDS, type DocumentCategory } from '@/server/domain/documents/rules';
import { DATE_HINT, formatDate, invalidDate, localToday } from '../format/dates';
import { defaultTitle, shownName } from './default-title';
import { documentDateProblem, parseDocumentDate } from './document-date';
import { guessDetails } from './guess-details';
import type { KeptDetail, UploadLine, UploadPatient } from './upload-line-state';

export interface NewLine {
  key: number;
  patient: UploadPatient;
  file: Pick<File, 'name' | 'size'>;
  detail?: KeptDetail | undefined;
}

/** Title, type and date from the draft, or guessed from the file name. */
function firstDetails({ patient, file: { name }, detail }: NewLine) {
  if (detail) {
    const { title, category, date, guessed = [] } = detail;
    return { title, category, date, guessed };
  }
  const { category, date, title } = guessDetails(name, { patientLine: patient.line, now: new Date() });
  const guessed = [
    ...(title === '' || title.toLowerCase() === defaultTitle(name).toLowerCase() ? [] : (['title'] as const)),
    ...(category ? (['category'] as const) : []),
    ...(date ? (['date'] as const) : []),
  ];
  return { title, category, date: date && formatDate(date), guessed };
}

/** Of a photo taken now, whatever the device named it. */
export const photoDetail = ({ name, size }: NewLine['file']): KeptDetail => ({
  name: shownName(name),
  size,
  title: CATEGORY_WORDS.photo,
  category: 'photo' satisfies DocumentCategory,
  date: formatDate(localToday()),
  guessed: ['title', 'category', 'date'],
});

const PHOTO_TITLE = new RegExp(`^${CATEGORY_WORDS.photo}(?: (\\d+))?(?:, \\d{2}-\\w{3}-\\d{4})?$`);

/** Suggested titles of photos with a number from the second, and with the date, so that a list tells them apart. */
export function titlePhoto<T extends Titled>(line: T, others: readonly Titled[] = []): T {
  const own = photoNumber(line);
  if (own === 0) return line;
  const number = Math.max(own, ...others.map((other) => photoNumber(other) + 1));
  const day = parseDocumentDate(line.date);
  const name = number > 1 ? `${CATEGORY_WORDS.photo} ${number}` : CATEGORY_WORDS.photo;
  return { ...line, title: day ? `${name}, ${formatDate(day)}` : name };
}

type Titled = Pick<UploadLine, 'title' | 'date' | 'guessed'>;

/** 0 if the title is not a suggested one of a photo. */
const photoNumber = ({ title, guessed }: Titled): number => {
  const found = guessed.includes('title') ? PHOTO_TITLE.exec(title) : null;
  return found ? Number(found[1] ?? 1) : 0;
};

export const newLine = (line: NewLine): UploadLine => {
  const { key, patient, file } = line;
  return { ...unsent(key, patient, file), ...firstDetails(line) };
};

const unsent = (
  key: number,
  patient: UploadPatient,
  { name, size }: NewLine['file'],
): Omit<UploadLine, keyof ReturnType<typeof firstDetails>> => ({
  key,
  patientId: patient.id,
  patientLine: patient.line,
  file: null,
  name: shownName(name),
  size,
  state: 'waiting',
  sent: 0,
  message: null,
  final: false,
  seen: false,
  confirmed: false,
  uploadId: null,
  documentId: null,
  filedBefore: null,
  duplicateOf: null,
  scanning: false,
  copyChecked: false,
  copyFailed: false,
  copy: null,
  sha256: null,
  sameAs: null,
  again: false,
  pages: [],
  cut: false,
});

/** Problems of the details that prevent filing, by field. */
export function detailProblems({ category, date }: Pick<UploadLine, 'category' | 'date'>): {
  category?: string;
  date?: string;
} {
  const day = parseDocumentDate(date);
  const problem =
    day !== null ? documentDateProblem(day) : date.trim() !== '' ? invalidDate(DATE_HINT, date) : null;
  return {
    ...(category === '' ? { category: 'Choose a type.' } : {}),
    ...(problem ? { date: problem } : {}),
  };
}

/** Of an upload from a closed page. */
export const unfiledLine = (key: number, patient: UploadPatient, unfiled: Upload): UploadLine => ({
  ...newLine({ key, patient, file: { name: unfiled.file_name, size: unfiled.size } }),
  state: 'uploaded',
  sent: unfiled.size,
  uploadId: unfiled.id,
  contentType: unfiled.content_type,
});
