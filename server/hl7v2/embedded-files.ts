import type { ResultNote } from '../data-types/lab-result';
import {
  beginsFile,
  filePieces,
  isBase64,
  withoutBlanks,
  type FilePiece,
  type SentLine,
} from './file-pieces';
import { beginsMime, readMime } from './mime';
import type { NormalAttachment, NormalCode, NormalObservation } from './normal-message';
import { codeName, orNull } from './read-data-types';
import { readableText } from './readable-text';
import { isCompletePdf, sniff } from './sniff';
import type { Warnings } from './warnings';

/**
 * Files embedded in a message (ED), whole or in pieces: across OBX lines of one test, across repetitions, with mail
 * headers, with white space. The pieces become one file at its first line; a piece never becomes a file.
 */

interface Stream {
  pieces: FilePiece[];
  encoding: string;
  stated: string;
  /** Its first piece starts with a file signature. */
  known: boolean;
}

/** @param panel name for lines without a test */
export function joinFiles(
  lines: readonly SentLine[],
  panel: NormalCode | null,
  warnings: Warnings,
): SentLine[] {
  const streams: Stream[] = [];
  /** Values from continuation lines to add to the file's first line. */
  const continued = new Map<SentLine, SentLine>();
  let open: Stream | null = null;
  let before: SentLine | null = null;
  for (const line of lines) {
    if (!isFile(line) || !before || !isSameTest(before, line)) open = null;
    before = isFile(line) ? line : null;
    if (!isFile(line)) continue;
    const owner: SentLine | undefined = open?.pieces[0]?.line;
    const begun = streams.length;
    for (const piece of filePieces(line)) {
      if (open && goesOn(open, piece)) open.pieces.push(piece);
      else streams.push((open = streamOf(piece)));
    }
    if (owner && streams.length === begun) continued.set(line, owner);
  }
  const files = new Map<SentLine, NormalAttachment[]>();
  for (const stream of streams) {
    const { line } = stream.pieces[0]!;
    const known = files.get(line) ?? [];
    files.set(line, [...known, ...readStream(stream, known.length, warnings)]);
  }
  const notes = new Map<SentLine, ResultNote[]>();
  for (const [{ observation }, owner] of continued) {
    if (!notes.has(owner)) notes.set(owner, []);
    notes.get(owner)!.push(...observation.notes);
  }
  return lines
    .filter((line) => !continued.has(line))
    .map((line) => {
      if (!isFile(line)) return line;
      const observation = withFiles(line.observation, files.get(line) ?? [], panel);
      return {
        ...line,
        observation: { ...observation, notes: [...observation.notes, ...(notes.get(line) ?? [])] },
      };
    });
}

const isFile = ({ observation }: SentLine): boolean => observation.hl7_type === 'ED';

const isEmpty = ({ code, text, alternate }: NormalCode): boolean =>
  code === null && text === null && alternate === null;

/** A line without a test continues the previous one. */
const isSameTest = ({ observation: first }: SentLine, { observation: next }: SentLine): boolean =>
  isEmpty(next.test) || (first.test.code === next.test.code && first.test.text === next.test.text);

function streamOf(piece: FilePiece): Stream {
  const { encoding, stated } = piece;
  return { pieces: [piece], encoding, stated, known: beginsFile(piece) };
}

/** A piece without a file signature continues the previous file, if that has one. */
function goesOn(open: Stream, piece: FilePiece): boolean {
  if (isMime(open)) return piece.stated === '';
  if (beginsFile(piece) || (piece.encoding !== '' && piece.encoding !== open.encoding)) return false;
  if (piece.stated !== '' && piece.stated !== open.stated) return false;
  if (open.known) return true;
  const last = open.pieces.at(-1)!;
  const { sub_id: subId } = last.line.observation;
  const together = last.line === piece.line || (subId !== null && subId === piece.line.observation.sub_id);
  return together || !withoutBlanks(last.data.slice(-8)).endsWith('=');
}

const isMime = ({ pieces }: Stream): boolean => beginsMime(pieces[0]!.data);

function readStream(stream: Stream, from: number, warnings: Warnings): NormalAttachment[] {
  const place = (index: number) => `${placeOf(stream)}${from + index === 0 ? '' : `.${from + index + 1}`}`;
  const contents = contentsOf(stream);
  if (contents.length > 0)
    return contents.map(({ bytes, stated }, index) => fileOf(bytes, stated, place(index), warnings));
  warnings.add(
    'attachment_unreadable',
    placeOf(stream),
    'The file in the message could not be read: it is empty or not in its declared encoding.',
  );
  return [{ kind: 'unreadable', place: place(0) }];
}

const placeOf = ({ pieces }: Stream): string => pieces[0]!.line.obx.place(5);

interface Content {
  bytes: Buffer;
  stated: string;
}

/** Empty if the data are not in the stated encoding. */
function contentsOf(stream: Stream): Content[] {
  const data = stream.pieces.map((piece) => piece.data);
  if (isMime(stream))
    return readMime(data.join('\n')).flatMap(({ type, encoding, body }) => {
      const bytes = encoding === 'base64' ? decodeBase64([body]) : Buffer.from(body.trimEnd(), 'utf8');
      return bytes ? [{ bytes, stated: type ?? '' }] : [];
    });
  const bytes = decode(data, stream);
  return bytes === null || bytes.length === 0 ? [] : [{ bytes, stated: stream.stated }];
}

function decode(data: readonly string[], { encoding, stated }: Stream): Buffer | null {
  if (encoding === 'a') return Buffer.from(data.join(''), 'utf8');
  if (encoding === 'hex') {
    const digits = withoutBlanks(data.join(''));
    return digits.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(digits) ? Buffer.from(digits, 'hex') : null;
  }
  const bytes = decodeBase64(data);
  if (bytes) return bytes;
  const isText = /^(?:text|tx|ft)\b|\b(?:html?|plain)$/i.test(stated);
  return encoding === '' && isText ? Buffer.from(data.join('\n'), 'utf8') : null;
}

/** The pieces are either one Base64 text or encoded separately. */
function decodeBase64(data: readonly string[]): Buffer | null {
  const pieces = data.map(withoutBlanks).filter((piece) => piece !== '');
  const whole = pieces.join('');
  const bytes = isBase64(whole)
    ? Buffer.from(whole, 'base64')
    : pieces.length > 1 && pieces.every(isBase64)
      ? Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
      : null;
  // Words separated by spaces are not Base64 and would decode to garbage.
  const words = data.some((piece) => /\S[ ~]+\S/.test(piece));
  return bytes && words && sniff(bytes) === null && readableText(bytes) === null ? null : bytes;
}

export function fileOf(bytes: Buffer, stated: string, place: string, warnings: Warnings): NormalAttachment {
  const mediaType = sniff(bytes);
  const complete = mediaType !== 'application/pdf' || isCompletePdf(bytes);
  if (!complete) warnings.add('attachment_incomplete', place, 'The PDF in the message is incomplete.');
  return {
    kind: 'file',
    place,
    media_type: mediaType,
    stated_type: orNull(stated),
    bytes,
    complete,
    text: readableText(bytes),
  };
}

/** A line with only texts is shown as text; its files are stored with the report. */
function withFiles(
  observation: NormalObservation,
  files: readonly NormalAttachment[],
  panel: NormalCode | null,
): NormalObservation {
  const texts = files.map((file) => (file.kind === 'file' ? file.text : null));
  const readable = files.length > 0 && texts.every((text) => text !== null);
  return {
    ...observation,
    test: panel && codeName(observation.test) === null ? panel : observation.test,
    value: readable
      ? { ...observation.value, type: 'text', text: texts.map((text) => text!.text).join('\n\n') }
      : observation.value,
    attachments: [...files],
  };
}
