/** CR and CRLF → LF. Split and join, because a regular expression takes seconds on a text of only line ends. */
export function toLf(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;
}
