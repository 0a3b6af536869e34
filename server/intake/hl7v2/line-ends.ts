/** CR and CRLF → LF. By split and join: replacing takes seconds where a text is nothing but line ends. */
export function toLf(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;
}
