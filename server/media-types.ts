/** Accepted file types, the declared types that match them, and which of them a browser may display. */

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface MediaType {
  name: string;
  /** Allowed extensions; a name with any other gets the first one appended. */
  endings: readonly string[];
  /** Other declared types that do not contradict the bytes. */
  alsoCalled: readonly string[];
  /** Displayed by the browser; all others are download only. Never HTML, SVG or XML. */
  inline: boolean;
}

const HEIF = {
  name: 'HEIC',
  endings: ['heic', 'heif', 'heics', 'heifs', 'hif'],
  alsoCalled: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  inline: false,
};

export const MEDIA_TYPES = {
  'application/pdf': { name: 'PDF', endings: ['pdf'], alsoCalled: ['application/x-pdf'], inline: true },
  'image/jpeg': {
    name: 'JPEG',
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    alsoCalled: ['image/jpg', 'image/pjpeg'],
    inline: true,
  },
  'image/png': {
    name: 'PNG',
    endings: ['png', 'apng'],
    alsoCalled: ['image/apng', 'image/x-png'],
    inline: true,
  },
  'image/gif': { name: 'GIF', endings: ['gif'], alsoCalled: [], inline: true },
  'image/webp': { name: 'WEBP', endings: ['webp'], alsoCalled: [], inline: true },
  'image/tiff': {
    name: 'TIFF',
    endings: ['tif', 'tiff'],
    alsoCalled: ['image/tif', 'image/x-tiff'],
    inline: false,
  },
  'image/heic': HEIF,
  'image/heif': HEIF,
  'text/plain': {
    name: 'plain text',
    endings: ['txt', 'text', 'log', 'csv', 'tsv', 'md'],
    alsoCalled: ['text/csv', 'text/tab-separated-values', 'text/markdown', 'text/x-log'],
    inline: true,
  },
  'application/rtf': {
    name: 'RTF',
    endings: ['rtf', 'doc'],
    alsoCalled: ['text/rtf', 'text/richtext', 'application/x-rtf', 'application/msword', 'text/plain'],
    inline: false,
  },
  'application/msword': {
    name: 'DOC',
    endings: ['doc', 'dot'],
    alsoCalled: ['application/x-msword', 'application/vnd.ms-word', 'application/doc', 'application/x-cfb'],
    inline: false,
  },
  [WORD]: {
    name: 'DOCX',
    endings: ['docx'],
    alsoCalled: ['application/zip', 'application/x-zip-compressed', 'application/msword'],
    inline: false,
  },
  [SHEET]: {
    name: 'XLSX',
    endings: ['xlsx'],
    alsoCalled: ['application/zip', 'application/x-zip-compressed', 'application/vnd.ms-excel'],
    inline: false,
  },
  [ODT]: {
    name: 'ODT',
    endings: ['odt'],
    alsoCalled: [
      'application/zip',
      'application/x-zip-compressed',
      'application/x-vnd.oasis.opendocument.text',
    ],
    inline: false,
  },
  'application/dicom': {
    name: 'DICOM',
    endings: ['dcm', 'dicom', 'dic'],
    alsoCalled: ['application/x-dicom', 'image/dicom', 'image/x-dicom'],
    inline: false,
  },
  'text/html': { name: 'HTML', endings: ['html', 'htm'], alsoCalled: [], inline: false },
  'application/xml': {
    name: 'C-CDA or CDA XML',
    endings: ['xml', 'cda', 'ccda'],
    alsoCalled: [
      'text/xml',
      'application/hl7-v3+xml',
      'application/hl7-cda+xml',
      'application/cda+xml',
      'text/plain',
    ],
    inline: false,
  },
} as const satisfies Record<string, MediaType>;

export type AcceptedType = keyof typeof MEDIA_TYPES;

export const isAccepted = (type: string): type is AcceptedType => Object.hasOwn(MEDIA_TYPES, type);

/** For messages: "PDF, JPEG, …". */
export const ACCEPTED_NAMES = [...new Set(Object.values(MEDIA_TYPES).map((type) => type.name))].join(', ');

export const bareType = (type: string): string => type.split(';')[0]!.trim().toLowerCase();

/** Generic types of senders that do not know the type; they contradict nothing. */
const UNKNOWN = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'application/x-unknown',
  'application/download',
  'application/force-download',
]);

export const contradictsAll = (declared: string | null): boolean =>
  (Object.keys(MEDIA_TYPES) as AcceptedType[]).every((type) => contradicts(declared, type));

/** A declared type may be more general than the bytes, but not different. */
export function contradicts(declared: string | null | undefined, actual: AcceptedType): boolean {
  const bare = bareType(declared ?? '');
  return (
    !UNKNOWN.has(bare) &&
    bare !== actual &&
    !(MEDIA_TYPES[actual].alsoCalled as readonly string[]).includes(bare)
  );
}
