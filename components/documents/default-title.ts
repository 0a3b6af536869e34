/** Names of chosen files as they are shown, and what a document is called until somebody says it. */

const LONGEST = 200;
/**
 * Control signs, halves of characters, line ends, and marks that turn the reading direction (they make `gpj.exe` look like
 * `exe.jpg`): the server leaves them out as well, so what is shown is what is stored.
 */
const LEFT_OUT = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

export const shownName = (fileName: string): string => fileName.replace(LEFT_OUT, '').trim();

/** The name of the file without its ending, as a title may be. */
export function defaultTitle(fileName: string): string {
  const readable = shownName(fileName);
  const bare = readable.replace(/\.[^.]{1,5}$/, '').trim() || readable || 'Document';
  // Never half of a character.
  return bare.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '');
}
