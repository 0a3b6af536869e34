/** Shows invisible characters, and those that change the text direction, as symbols. Line ends are kept. */
/* oxlint-disable eslint/no-control-regex -- the characters to find */
const HIDDEN = /\r\n|[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/* oxlint-enable eslint/no-control-regex */

const NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (found) => {
    if (found === '\r\n') return '‹CR›‹LF›\n';
    const code = found.charCodeAt(0);
    const name = NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return `‹${name}›${found === '\r' || found === '\n' ? '\n' : ''}`;
  });
