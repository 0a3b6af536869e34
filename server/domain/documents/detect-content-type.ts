import { fileTypeFromFile } from 'file-type';
import { isHtmlPage, isSentAsHtml, type Sender } from './html-text';
import { isAccepted, type AcceptedType } from '../../media-types';
import { isCutPdfFile } from './pdf-end';
import { isEncryptedPdf, textCharset, type TextCharset } from './scan-bytes';
import { isCompoundFile, readWordBinary } from './word-binary';
import { decodeHead, isClinicalDocument, readMarkup } from './xml-root';

/**
 * Detects the type of a file from its bytes. The name and declared type do not count, except that HTML is accepted only
 * if it is declared as such. Structure is not checked: a damaged PDF is a PDF.
 */
export interface DetectedType {
  type: AcceptedType;
  /** As stored and served; text includes its charset. */
  contentType: string;
  encrypted: boolean;
  /** A PDF file that is cut off. */
  lacksEnd: boolean;
}

const plain = (type: AcceptedType): DetectedType => ({
  type,
  contentType: type,
  encrypted: false,
  lacksEnd: false,
});

/** Text that other programs run or render; a leading mark is enough. */
const ACTIVE_TEXT = ['#!', '%!PS', '%!'];

/**
 * @param sender decides only whether HTML is accepted
 * @returns null if files of this type are not accepted
 */
export async function detectContentType(
  { path, head }: { path: string; head: Buffer },
  sender: Sender = {},
): Promise<DetectedType | null> {
  if (head.toString('latin1', 128, 132) === 'DICM') return isDicom(head) ? plain('application/dicom') : null;
  const start = head.toString('latin1', 0, 8);
  if (start.startsWith('%PDF-'))
    return {
      ...plain('application/pdf'),
      encrypted: await isEncryptedPdf(path),
      lacksEnd: await isCutPdfFile(path),
    };
  if (start.startsWith('{\\rtf')) return plain('application/rtf');
  if (isCompoundFile(head)) {
    const word = await readWordBinary(path);
    return word && { ...plain('application/msword'), ...word };
  }
  const text = decodeHead(head);
  const markup = readMarkup(text);
  if (markup && isClinicalDocument(markup)) return plain('application/xml');
  if (markup && !(isSentAsHtml(sender) && isHtmlPage(text))) return null;
  // Text before magic numbers: the letters "BM" mark a bitmap for the library, but may start a sentence.
  const charset = await textCharset(path, head);
  if (charset) {
    const hidden =
      ACTIVE_TEXT.some((mark) => text.startsWith(mark)) || head.subarray(0, 1024).includes('%PDF-');
    return hidden ? null : asText(markup ? 'text/html' : 'text/plain', charset);
  }
  if (markup) return null;
  const found = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? '';
  const type = SAME[found] ?? found;
  // Text, PDF, RTF and others were checked above; the library's laxer rules must not accept them.
  return isAccepted(type) && !CHECKED_TYPES.has(type) ? plain(type) : null;
}

/** HTML declares its own charset, which would be right even where the bytes seem to be windows-1252. */
const asText = (type: 'text/plain' | 'text/html', charset: TextCharset): DetectedType =>
  type === 'text/html' && charset === 'windows-1252'
    ? plain(type)
    : { ...plain(type), contentType: `${type}; charset=${charset}` };

/**
 * DICOM PS3.10, 7.1: a preamble of 128 bytes that is empty or a TIFF header, then `DICM` and group 0002. Anything else
 * in the preamble would be a second file.
 */
function isDicom(head: Buffer): boolean {
  const preamble = head.subarray(0, 128);
  const isFree = preamble.every((byte) => byte === 0);
  return (
    (isFree || /^(?:II[*+]\0|MM\0[*+])/.test(preamble.toString('latin1'))) &&
    head.toString('latin1', 132, 134) === '\x02\0'
  );
}

const SAME: Record<string, AcceptedType> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
};
const CHECKED_TYPES = new Set<string>([
  'application/dicom',
  'application/msword',
  'application/pdf',
  'application/rtf',
  'application/xml',
  'text/html',
  'text/plain',
]);
