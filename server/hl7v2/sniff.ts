/** File types that laboratories embed, by file signature. The type stated in the message is not trusted. */
const HEADS: readonly [type: string, head: string][] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/tiff', 'II*\0'],
  ['image/tiff', 'MM\0*'],
  ['application/rtf', '{\\rtf'],
  ['application/zip', 'PK\x03\x04'],
  // Office formats before XML
  ['application/x-ole-storage', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['application/xml', '<?xml'],
];

export function sniff(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 16);
  if (start.slice(4, 8) === 'ftyp')
    return /^(?:hei|hev|mif|msf)/.test(start.slice(8)) ? 'image/heic' : 'video/mp4';
  if (bytes.toString('latin1', 128, 132) === 'DICM') return 'application/dicom';
  return HEADS.find(([, head]) => start.startsWith(head))?.[0] ?? null;
}

/** Bytes a sender may have trimmed from the end. */
const TRIMMED = 4;

/**
 * Whether a PDF has its end mark in the last kilobyte, the stated length if linearized (ISO 32000-1, annex F), and its
 * last cross-reference table at the stated offset.
 */
export function isCompletePdf(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 1024);
  const tail = bytes.toString('latin1', Math.max(bytes.length - 1024, 0));
  const length =
    /\/Linearized\b[^>]*?\/L\s+(\d{1,10})\b/.exec(head)?.[1] ??
    /\/L\s+(\d{1,10})\b[^>]*?\/Linearized\b/.exec(head)?.[1];
  const table = /startxref\s+(\d{1,10})\s+%%EOF/.exec(tail)?.[1];
  return (
    tail.includes('%%EOF') &&
    (length === undefined || bytes.length + TRIMMED >= Number(length)) &&
    (table === undefined || Number(table) < bytes.length)
  );
}
