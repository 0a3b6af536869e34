import type { Segment } from './message';
import type { NormalObservation } from './normal-form';
import { beginsMime } from './mime';
import { sniff } from './sniff';

/** One OBX as it was sent, and as it was read. */
export interface SentLine {
  obx: Segment;
  observation: NormalObservation;
}

/** A file, or a piece of one, in one repetition of OBX-5. */
export interface FilePiece {
  line: SentLine;
  /** ED.2, ED.3 */
  stated: string;
  /** ED.4 in lower case */
  encoding: string;
  data: string;
}

/** Longer than the name of an encoding. */
const LONGEST_WORD = 40;

/**
 * ED: OBX-5 = source ^ type ^ subtype ^ encoding ^ data. Senders leave out components or add some, so data are looked
 * for where they are; a repetition without components is nothing but data.
 */
export function filePieces(line: SentLine): FilePiece[] {
  const { obx } = line;
  if (obx.state(5) !== 'sent') return [];
  const [head] = obx.repetitions(5);
  const parts = head!.texts();
  const encoding = (parts[3] ?? '').toLowerCase();
  const stated = [parts[1] ?? '', parts[2] ?? ''].filter((text) => text !== '').join('/');
  // As it is: what would separate in other fields is text here.
  if (encoding === 'a') return [{ line, stated, encoding, data: obx.afterComponents(5, 4) }];
  return obx.repetitions(5).map((sent) => {
    const own = sent.texts();
    if (own.length === 1) return { line, stated: '', encoding: '', data: own[0]! };
    return {
      line,
      stated: [own[1] ?? '', own[2] ?? ''].filter((text) => text !== '').join('/'),
      encoding: (own[3] ?? '').toLowerCase(),
      // Component 5, or wherever behind the type something stands that is too long for a word.
      data: own[4] || (own.slice(2).find((part) => part.length > LONGEST_WORD) ?? ''),
    };
  });
}

/** Table 0299: Base64, Hex; without a name, Base64. Blanks and line ends are no part of either. */
export const withoutBlanks = (data: string): string => data.replace(/[\s~]+/g, '');

/** Also without padding. `Buffer.from` alone would leave out what it does not know, and give another file. */
export const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 !== 1;

/** As many characters as the marks of files are looked for in. */
const HEAD = 200;

/** Whether a piece has the mark of a file, or the headers of one, at its beginning. */
export function beginsFile({ encoding, data }: FilePiece): boolean {
  if (encoding === 'a' || beginsMime(data)) return true;
  const head = withoutBlanks(data.slice(0, 2 * HEAD)).slice(0, HEAD);
  if (encoding === 'hex') return sniff(Buffer.from(head, 'hex')) !== null;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(head) && sniff(Buffer.from(head, 'base64')) !== null;
}
