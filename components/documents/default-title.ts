/** What a document is called until somebody says it: the name of its file without the ending, as a title may be. */

const LONGEST = 200;
/** Control signs, halves of characters, line ends, and marks that turn the reading direction: no title has them. */
const NOT_IN_TITLES = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

export function defaultTitle(fileName: string): string {
  const readable = fileName.replace(NOT_IN_TITLES, '').trim();
  const bare = readable.replace(/\.[^.]{1,5}$/, '').trim() || readable || 'Document';
  // Never half of a character.
  return bare.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '');
}
