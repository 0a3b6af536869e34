import type { Segment } from './message';
import type { NormalAttachment, NormalObservation } from './normal-form';
import { orNull } from './parts';
import { isCompletePdf, sniff } from './sniff';
import type { Warnings } from './warnings';

/**
 * Files inside a message: ED (OBX-5 = source ^ type ^ subtype ^ encoding ^ data), pointers to files (RP), and PDFs
 * that were written as lines of text. Senders leave out components or add some, so data are looked for where they are.
 */
export function readAttachments(obx: Segment, warnings: Warnings): NormalAttachment[] {
  const type = obx.text(2);
  if (obx.state(5) !== 'sent' || (type !== 'ED' && type !== 'RP')) return [];
  return type === 'RP' ? pointer(obx) : encapsulated(obx, warnings);
}

function pointer(obx: Segment): NormalAttachment[] {
  const sent = obx.first(5);
  const reference = sent.text(1);
  if (reference === '') return [];
  const stated = [sent.text(3), sent.text(4)].filter((text) => text !== '').join('/');
  return [
    {
      kind: 'pointer',
      place: obx.place(5),
      reference,
      application: orNull(sent.text(2)),
      stated_type: orNull(stated),
    },
  ];
}

const LONGEST_WORD = 40;

function encapsulated(obx: Segment, warnings: Warnings): NormalAttachment[] {
  const parts = obx.first(5).texts();
  const stated = [parts[1] ?? '', parts[2] ?? ''].filter((text) => text !== '').join('/');
  // Component 5, or wherever behind the type something stands that is too long for the name of an encoding.
  const data = parts[4] || (parts.slice(2).find((part) => part.length > LONGEST_WORD) ?? '');
  const bytes = decoded(data, (parts[3] ?? '').toLowerCase());
  if (bytes === null || bytes.length === 0) {
    warnings.add(
      'attachment_unreadable',
      obx.place(5),
      'The file in the message is empty or not in the encoding it names; it could not be read.',
    );
    return [];
  }
  return [fileOf(obx, bytes, orNull(stated), warnings)];
}

function fileOf(obx: Segment, bytes: Buffer, stated: string | null, warnings: Warnings): NormalAttachment {
  const mediaType = sniff(bytes);
  const complete = mediaType !== 'application/pdf' || isCompletePdf(bytes);
  if (!complete)
    warnings.add('attachment_incomplete', obx.place(5), 'The PDF in the message has no end; it was cut off.');
  return {
    kind: 'file',
    place: obx.place(5),
    media_type: mediaType,
    stated_type: stated,
    bytes,
    complete,
  };
}

/** Table 0299: Base64, Hex, A (as it is). Without a name, Base64. Null: not that encoding. */
function decoded(data: string, encoding: string): Buffer | null {
  if (encoding === 'a') return Buffer.from(data, 'utf8');
  const plain = withoutLineEnds(data);
  if (encoding === 'hex')
    return plain.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(plain) ? Buffer.from(plain, 'hex') : null;
  return isBase64(plain) ? Buffer.from(plain, 'base64') : null;
}

/** Also without padding. `Buffer.from` alone would leave out what it does not know, and give another file. */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 !== 1;

/** Blanks are not taken out: words with blanks between them are not Base64. */
const withoutLineEnds = (text: string): string => text.replace(/[\r\n\t]+/g, '').trim();

/** How a PDF begins in Base64. */
const PDF_BASE64 = 'JVBERi0';

/**
 * Lines of text (TX, FT, ST) of one test that are a PDF in Base64, one piece after the other → one line with a file.
 * Anything that is not Base64 ends it, and so does the end of the file: a word after it is a word.
 */
export function joinTextFiles(
  lines: readonly { obx: Segment; observation: NormalObservation }[],
  warnings: Warnings,
): NormalObservation[] {
  const joined: NormalObservation[] = [];
  for (let index = 0; index < lines.length; index++) {
    const { obx, observation } = lines[index]!;
    if (!beginsFile(observation)) {
      joined.push(observation);
      continue;
    }
    const pieces = [base64Of(observation)!];
    const file = new FileEnd(pieces[0]!);
    let next = lines[index + 1];
    while (next && !file.reached && continues(observation, next.observation)) {
      const piece = base64Of(next.observation)!;
      pieces.push(piece);
      file.add(piece);
      next = lines[++index + 1];
    }
    const data = pieces.join('');
    if (!isBase64(data)) {
      warnings.add('attachment_unreadable', obx.place(5), 'The file in the lines of text could not be read.');
      joined.push(
        observation,
        ...lines.slice(index - pieces.length + 2, index + 1).map((line) => line.observation),
      );
      continue;
    }
    const attachment = fileOf(obx, Buffer.from(data, 'base64'), null, warnings);
    joined.push({
      ...observation,
      value: { ...observation.value, type: 'attachment', text: null },
      attachments: [attachment],
    });
  }
  return joined;
}

/** Sees the end of a PDF in the pieces of it, without decoding all of them again for each. */
class FileEnd {
  /** Characters; a little more than the kilobyte in which the end mark stands. */
  static readonly KEPT = 1_400;
  reached = false;
  #tail = '';

  constructor(piece: string) {
    this.add(piece);
  }

  add(piece: string): void {
    this.#tail += piece;
    const over = Math.max(this.#tail.length - FileEnd.KEPT, 0);
    // Four characters are three bytes: what is left out is a multiple of them.
    this.#tail = this.#tail.slice(Math.ceil(over / 4) * 4);
    this.reached = piece.endsWith('=') || Buffer.from(this.#tail, 'base64').includes('%%EOF');
  }
}

const isText = ({ hl7_type: type }: NormalObservation): boolean =>
  type === 'TX' || type === 'FT' || type === 'ST';

/** Null when the text is anything else. */
function base64Of(observation: NormalObservation): string | null {
  const plain = withoutLineEnds(observation.value.text ?? '');
  return plain !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? plain : null;
}

const beginsFile = (observation: NormalObservation): boolean =>
  isText(observation) &&
  (observation.value.text ?? '').trimStart().startsWith(PDF_BASE64) &&
  base64Of(observation) !== null;

const continues = (first: NormalObservation, next: NormalObservation): boolean =>
  isText(next) &&
  first.test.code === next.test.code &&
  first.test.text === next.test.text &&
  !beginsFile(next) &&
  base64Of(next) !== null;
