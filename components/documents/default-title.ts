/** Displayed names of chosen files, and the default title of a document. */

const MAX_LENGTH = 200;
/**
 * Control characters, unpaired surrogates, line ends and bidirectional controls, which make `gpj.exe` look like `exe.jpg`.
 * The server removes the same ones.
 */
const REMOVED = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

export const shownName = (fileName: string): string => fileName.replace(REMOVED, '').trim();

/** Given by a camera, scanner or phone, without a word about the content: `IMG_0042`, `Scan0001`, `Image`, `20261002_140712`. */
const MACHINE_NAME =
  /^(?:(?:image|scanned document|whatsapp image)[-_ \d().]*(?:at [\d.]+)?|(?:img|dsc[fn]?|pxl|mvimg|sca?n)[-_ ]?e?\d[-_\d() ]*(?:wa\d+|\.mp|hdr)?|\d{8}[-_]\d{6}[-_\d() ]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

export const isMachineName = (fileName: string): boolean => MACHINE_NAME.test(defaultTitle(fileName));

/** The file name without its extension. */
export function defaultTitle(fileName: string): string {
  const readable = shownName(fileName);
  const bare = readable.replace(/\.[^.]{1,5}$/, '').trim() || readable || 'Document';
  // Do not cut a surrogate pair.
  return bare.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
