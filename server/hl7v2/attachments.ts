import { fileOf } from './embedded-files';
import { isBase64, type SentLine } from './file-pieces';
import type { Segment } from './message';
import type { NormalAttachment, NormalObservation } from './normal-message';
import { orNull } from './read-data-types';
import type { Warnings } from './warnings';

/** Pointers to files (RP), and PDFs sent as lines of text. */
export function readPointers(obx: Segment): NormalAttachment[] {
  return obx.state(5) === 'sent' && obx.text(2) === 'RP' ? pointer(obx) : [];
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

/** Start of a PDF in Base64. */
const PDF_BASE64 = 'JVBERi0';

/**
 * Joins text lines (TX, FT, ST) of one test that are pieces of a PDF in Base64 into one line with a file. The file ends
 * at its end mark or at the first text that is not Base64; text after it stays text.
 */
export function joinTextFiles(lines: readonly SentLine[], warnings: Warnings): NormalObservation[] {
  const joined: NormalObservation[] = [];
  for (let index = 0; index < lines.length; index++) {
    const { obx, observation } = lines[index]!;
    if (!beginsFile(lines[index]!)) {
      joined.push(observation);
      continue;
    }
    const pieces = [base64Of(obx)!];
    const file = new FileEnd(pieces[0]!);
    let next = lines[index + 1];
    while (next && !file.reached && continues(observation, next)) {
      const piece = base64Of(next.obx)!;
      pieces.push(piece);
      file.add(piece);
      next = lines[++index + 1];
    }
    const data = pieces.join('');
    if (!isBase64(data)) {
      warnings.add('attachment_unreadable', obx.place(5), 'The file in the text lines could not be read.');
      joined.push(
        observation,
        ...lines.slice(index - pieces.length + 2, index + 1).map((line) => line.observation),
      );
      continue;
    }
    const attachment = fileOf(Buffer.from(data, 'base64'), '', obx.place(5), warnings);
    joined.push({
      ...observation,
      value: { ...observation.value, type: 'attachment', text: null },
      attachments: [attachment],
    });
  }
  return joined;
}

/** Detects the end of a PDF in its pieces without decoding all of them for each piece. */
class FileEnd {
  /** In characters; slightly more than the last kilobyte, which contains the end mark. */
  static readonly KEPT = 1_400;
  reached = false;
  #tail = '';

  constructor(piece: string) {
    this.add(piece);
  }

  add(piece: string): void {
    this.#tail += piece;
    const over = Math.max(this.#tail.length - FileEnd.KEPT, 0);
    // Four characters encode three bytes, so only multiples of four may be dropped.
    this.#tail = this.#tail.slice(Math.ceil(over / 4) * 4);
    const end = Buffer.from(this.#tail, 'base64').toString('latin1');
    // "startxref 0" ends the first part of a linearized PDF.
    this.reached = piece.endsWith('=') || /(?<!startxref\s{1,2}0\s{1,2})%%EOF/.test(end);
  }
}

const isText = ({ hl7_type: type }: NormalObservation): boolean =>
  type === 'TX' || type === 'FT' || type === 'ST';

/** Null if the text is anything else. Pieces may be repetitions of one field. */
function base64Of(obx: Segment): string | null {
  const plain = obx
    .lines(5)
    .replace(/[\r\n\t]+/g, '')
    .trim();
  return plain !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? plain : null;
}

const beginsFile = ({ obx, observation }: SentLine): boolean =>
  isText(observation) &&
  (observation.value.text ?? '').trimStart().startsWith(PDF_BASE64) &&
  base64Of(obx) !== null;

const continues = (first: NormalObservation, next: SentLine): boolean =>
  isText(next.observation) &&
  first.test.code === next.observation.test.code &&
  first.test.text === next.observation.test.text &&
  !beginsFile(next) &&
  base64Of(next.obx) !== null;
