import { buffer } from 'node:stream/consumers';
import { storage } from '../../storage/index';
import type { DocumentRow } from './access';

/** Readers look for the end of a PDF file in its last 1,024 bytes; more, because some programs append to it. */
const END_BYTES = 2048;

/** A file that is cut off, such as an incomplete download: browsers show an error, or only its first pages. */
export const isCutPdf = (bytes: Buffer): boolean => !bytes.subarray(-END_BYTES).includes('%%EOF');

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
