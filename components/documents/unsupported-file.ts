/** The message for a file whose type or content is not supported. */
import { isolateFile } from '../format/isolate';
import { shownError } from '../ui/error-message';
import { shownName } from './default-title';

/** The accepted extensions, as in `server/media-types.ts`. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  PDF: ['pdf'],
  JPEG: ['jpg', 'jpeg', 'jpe', 'jfif'],
  PNG: ['png', 'apng'],
  GIF: ['gif'],
  WEBP: ['webp'],
  TIFF: ['tif', 'tiff'],
  HEIC: ['heic', 'heif', 'heics', 'heifs', 'hif'],
  text: ['txt', 'text', 'log', 'csv', 'tsv', 'md'],
  RTF: ['rtf'],
  DOC: ['doc', 'dot'],
  DOCX: ['docx'],
  XLSX: ['xlsx'],
  ODT: ['odt'],
  DICOM: ['dcm', 'dicom', 'dic'],
  HTML: ['html', 'htm'],
  'C-CDA': ['xml', 'cda', 'ccda'],
};

const endingOf = (fileName: string): string =>
  /\.([^.]+)$/.exec(shownName(fileName))?.[1]?.toLowerCase() ?? '';

/** Of the extension; undefined if files with it are not accepted. */
export function typeOfName(fileName: string): string | undefined {
  const ending = endingOf(fileName);
  return Object.keys(TYPES).find((type) => TYPES[type]!.includes(ending));
}

/** Common types that are not accepted, and how their content can be filed. */
const NOT_ACCEPTED = new Map([
  ['xls', 'is an Excel 97–2003 workbook. Save it as XLSX or PDF.'],
  ['ppt', 'is a PowerPoint file. Save it as PDF.'],
  ['pptx', 'is a PowerPoint file. Save it as PDF.'],
  ['zip', 'is an archive. Unpack it and add its files.'],
  ['rar', 'is an archive. Unpack it and add its files.'],
]);

/** Said once for all of these files, because it lists the supported types. */
export const UNSUPPORTED = shownError({ code: 'unsupported_file_type' }).sentence;

/** With an accepted extension, the content is the problem. */
export function unsupportedFile(fileName: string): string {
  const type = typeOfName(fileName);
  const way = NOT_ACCEPTED.get(endingOf(fileName));
  if (!type) return way ? `${isolateFile(shownName(fileName))} ${way}` : UNSUPPORTED;
  const again = type === 'PDF' ? type : `${type} or PDF`;
  return `${isolateFile(shownName(fileName))} is not a readable ${type} file. Save it again as ${again}.`;
}

export const protectedFile = (fileName: string): string =>
  `${isolateFile(shownName(fileName))} is protected by a password. Save it without one.`;

// MS-CFB 2.2: header offsets.
const SECTOR_SHIFT = 30;
const FIRST_DIRECTORY_SECTOR = 48;
const HEADER_BYTES = 512;
/** The directory of a protected file has about ten entries of 128 bytes. */
const DIRECTORY_BYTES = 4096;

/** MS-OFFCRYPTO 2.3.4: a protected DOCX or XLSX is a compound file with this stream. */
const PROTECTED = [...'EncryptedPackage'].join('\0');

/** False also for an unreadable file: the upload reports the reason. */
export async function isProtected(file: Blob): Promise<boolean> {
  try {
    const header = new DataView(await file.slice(0, HEADER_BYTES).arrayBuffer());
    if (header.byteLength < HEADER_BYTES || header.getUint32(0) !== 0xd0cf11e0) return false;
    const sectorBytes = 2 ** header.getUint16(SECTOR_SHIFT, true);
    const start = (header.getUint32(FIRST_DIRECTORY_SECTOR, true) + 1) * sectorBytes;
    const directory = new Uint8Array(await file.slice(start, start + DIRECTORY_BYTES).arrayBuffer());
    return String.fromCharCode(...directory).includes(PROTECTED);
  } catch {
    return false;
  }
}
