/** Recognizes a PDF file that is cut off, such as an incomplete download. The server accepts it. */

/** Readers look for the end in the last 1,024 bytes; more, because some programs append to it. */
const END_BYTES = 2048;

export async function isCut(file: Blob): Promise<boolean> {
  const [start, end] = await Promise.all([file.slice(0, 5).text(), file.slice(-END_BYTES).text()]);
  return start === '%PDF-' && !end.includes('%%EOF');
}
