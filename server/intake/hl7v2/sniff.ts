/** Kinds of files that laboratories embed, by their first bytes. What the message says of them is not believed. */
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
];

export function sniff(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 16);
  return HEADS.find(([, head]) => start.startsWith(head))?.[0] ?? null;
}

/** The end mark stands in the last kilobyte. */
export const isCompletePdf = (bytes: Buffer): boolean =>
  bytes.lastIndexOf('%%EOF') >= Math.max(bytes.length - 1024, 0);
