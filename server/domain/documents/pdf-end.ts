import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { storage } from '../../storage/index';
import type { DocumentRow } from './access';

/** Readers look for the end of a PDF file in its last 1,024 bytes; more, because some programs append to it. */
const END_BYTES = 2048;

/** A file that is cut off, such as an incomplete download: browsers show an error, or only its first pages. */
export const isCutPdf = (bytes: Buffer): boolean => !bytes.subarray(-END_BYTES).includes('%%EOF');

export async function isCutPdfFile(path: string): Promise<boolean> {
  const { size } = await stat(path);
  return isCutPdf(await buffer(createReadStream(path, { start: Math.max(0, size - END_BYTES) })));
}

/** False also if the file cannot be read: opening it reports the reason. */
export async function lacksEnd({ status, contentType, storageKey }: DocumentRow): Promise<boolean> {
  if (status !== 'available' || contentType !== 'application/pdf' || storageKey === null) return false;
  try {
    const file = await storage().open(storageKey);
    const range = { start: Math.max(0, file.size - END_BYTES), end: file.size - 1 };
    return isCutPdf(await buffer(file.stream(range)));
  } catch {
    return false;
  }
}
