/**
 * Whether a file can be of a kind that is accepted, by its first bytes: what cannot need not travel. It refuses less than
 * the server, which judges all of it.
 */
const READ = 512;

/** PDF, RTF, JPEG, PNG, GIF, WEBP, DOC, TIFF, DOCX, XLSX and ODT, text in UTF-16. */
const BEGINNINGS = [
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
  const text = String.fromCharCode(...head.subarray(0, READ));
  // HEIC says so after its length, DICOM after its preamble. Text holds no zero.
  return (
    BEGINNINGS.some((begins) => text.startsWith(begins)) ||
    text.slice(4, 8) === 'ftyp' ||
    text.slice(128, 132) === 'DICM' ||
    !text.includes('\0')
  );
}

/** True also when it cannot be read: sending it tells why. */
export const canBeTaken = (file: Blob): Promise<boolean> =>
  file
    .slice(0, READ)
    .arrayBuffer()
    .then(
      (bytes) => mayBeAccepted(new Uint8Array(bytes)),
      () => true,
    );
