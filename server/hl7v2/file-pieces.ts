import type { Segment } from './message';
import type { NormalObservation } from './normal-message';
import { beginsMime } from './mime';
import { sniff } from './sniff';

/** One OBX with its parsed observation. */
export interface SentLine {
  obx: Segment;
  observation: NormalObservation;
}

/** A file or a piece of one, from one repetition of OBX-5. */
export interface FilePiece {
  line: SentLine;
  /** ED.2, ED.3 */
  stated: string;
  /** ED.4 in lowercase */
  encoding: string;
  data: string;
}

/** Longer than any encoding name. */
const LONGEST_WORD = 40;

/**
 * ED: OBX-5 = source ^ type ^ subtype ^ encoding ^ data. Senders omit or add components, so the data component is
 * searched for; a repetition without components is all data.
 */
export function filePieces(line: SentLine): FilePiece[] {
  const { obx } = line;
  if (obx.state(5) !== 'sent') return [];
  const [head] = obx.repetitions(5);
  const parts = head!.texts();
  const encoding = (parts[3] ?? '').toLowerCase();
  const stated = [parts[1] ?? '', parts[2] ?? ''].filter((text) => text !== '').join('/');
  // Unencoded: delimiters are part of the text.
  if (encoding === 'a') return [{ line, stated, encoding, data: obx.afterComponents(5, 4) }];
  return obx.repetitions(5).map((sent) => {
    const own = sent.texts();
    if (own.length === 1) return { line, stated: '', encoding: '', data: own[0]! };
    return {
      line,
      stated: [own[1] ?? '', own[2] ?? ''].filter((text) => text !== '').join('/'),
      encoding: (own[3] ?? '').toLowerCase(),
      // Component 5, or the first component after the type that is too long for a word.
      data: own[4] || (own.slice(2).find((part) => part.length > LONGEST_WORD) ?? ''),
    };
  });
}

/** Table 0299: Base64, Hex; Base64 if not stated. White space is not part of either. */
export const withoutBlanks = (data: string): string => data.replace(/[\s~]+/g, '');

/** Padding is optional. `Buffer.from` alone would skip invalid characters and produce another file. */
export const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 !== 1;

/** In characters; file signatures are within this length. */
const HEAD = 200;

/** Whether a piece starts with a file signature or mail headers. */
export function beginsFile({ encoding, data }: FilePiece): boolean {
  if (encoding === 'a' || beginsMime(data)) return true;
  const head = withoutBlanks(data.slice(0, 2 * HEAD)).slice(0, HEAD);
  if (encoding === 'hex') return sniff(Buffer.from(head, 'hex')) !== null;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(head) && sniff(Buffer.from(head, 'base64')) !== null;
}
