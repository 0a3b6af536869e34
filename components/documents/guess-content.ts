/** Guesses details of a chosen file from its content: the day of a photo, or the first lines of a text. */
import { photoDate } from './exif';
import { categoryIn, dateIn, type Guess, type Known } from './guess-details';

const START_BYTES = 4096;
/** The type is in the heading: further down, a letter mentions labs and visits. */
const HEADING_LINES = 2;
const DATED_LINES = 10;
const LONGEST_TITLE = 80;

export async function guessContent(file: File, known: Known): Promise<Partial<Guess>> {
  if (/\.txt$/i.test(file.name)) return guessFromText(await file.slice(0, START_BYTES).text(), known);
  const date = await photoDate(file);
  return date === null ? {} : { date };
}

export function guessFromText(text: string, known: Known): Partial<Guess> {
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const [title = ''] = lines;
  const category = categoryIn(lines.slice(0, HEADING_LINES).join(' '));
  const date = dateIn(lines.slice(0, DATED_LINES).join('\n'), known);
  return {
    ...(category ? { category } : {}),
    ...(date ? { date: date.day } : {}),
    ...(/\p{L}{2}/u.test(title) && title.length <= LONGEST_TITLE ? { title } : {}),
  };
}
