/**
 * Rejects files of unsupported types by their first bytes, before they are uploaded. The server checks the whole file and
 * rejects more.
 */
const HEAD_BYTES = 512;

/** PDF, RTF, JPEG, PNG, GIF, WEBP, DOC, TIFF, DOCX, XLSX and ODT, text in UTF-16. */
const SIGNATURES = [
  '%PDF-',
  '{\\rtf',
  '\xff\xd8\xff',
  '\x89PNG',
  'GIF8',
  'RIFF',
  '\xd0\xcf\x11\xe0',
  'II*\0',
  'MM\0*',
  'II+\0',
  'MM\0+',
  'PK\x03\x04',
  '\xff\xfe',
  '\xfe\xff',
  '<\0',
  '\0<',
];

export function mayBeAccepted(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  // The signature of HEIC follows its length, that of DICOM its preamble. Text contains no zero byte.
  return (
    SIGNATURES.some((signature) => text.startsWith(signature)) ||
    text.slice(4, 8) === 'ftyp' ||
    text.slice(128, 132) === 'DICM' ||
    !text.includes('\0')
  );
}

/** True also for an unreadable file: the upload reports the reason. */
export const isAccepted = (file: Blob): Promise<boolean> =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then(
      (bytes) => mayBeAccepted(new Uint8Array(bytes)),
      () => true,
    );
