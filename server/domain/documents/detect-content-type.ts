import { fileTypeFromFile } from 'file-type';
import { isAccepted, type AcceptedType } from './media-types';
import { isEncryptedPdf, textCharset } from './scan-bytes';
import { isClinicalDocument, readMarkup } from './xml-root';

/**
 * The type of a file by its bytes alone: neither its name nor what the sender says counts. Structure is not judged:
 * a damaged PDF is a PDF.
 */
export interface DetectedType {
  type: AcceptedType;
  /** As it is stored and served: text carries its charset. */
  contentType: string;
  encrypted: boolean;
}

const plain = (type: AcceptedType): DetectedType => ({ type, contentType: type, encrypted: false });

/** Text that other programs run or render; a leading mark is enough. */
const ACTIVE_TEXT = ['#!', '%!PS', '%!'];

/** @returns null when files of this type are not taken */
export async function detectContentType({
  path,
  head,
}: {
  path: string;
  head: Buffer;
}): Promise<DetectedType | null> {
  if (head.toString('latin1', 128, 132) === 'DICM') return null;
  const start = head.toString('latin1', 0, 8);
  if (start.startsWith('%PDF-'))
    return { ...plain('application/pdf'), encrypted: await isEncryptedPdf(path) };
  if (start.startsWith('{\\rtf')) return plain('application/rtf');
  const markup = readMarkup(head);
  if (markup) return isClinicalDocument(markup) ? plain('application/xml') : null;
  // Text before magic numbers: two letters such as "BM" begin a bitmap for the library and a sentence for people.
  const charset = head.includes(0) ? null : await textCharset(path);
  if (charset) {
    const hidden =
      ACTIVE_TEXT.some((mark) => start.startsWith(mark)) || head.subarray(0, 1024).includes('%PDF-');
    return hidden ? null : { ...plain('text/plain'), contentType: `text/plain; charset=${charset}` };
  }
  const found = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? '';
  const type = SAME[found] ?? found;
  // Text, PDF, RTF and XML were judged above; the library may not bring them in by a laxer rule.
  return isAccepted(type) && !JUDGED.has(type) ? plain(type) : null;
}

const SAME: Record<string, AcceptedType> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
};
const JUDGED = new Set<string>(['application/pdf', 'application/rtf', 'application/xml', 'text/plain']);
