import iconv from 'iconv-lite';
import type { OrderCharset } from '../../data-types/order-message-codes';
import { charsetNamed, decodeAs } from '../charset';

/** Name of the encoder for part `n` of ISO 8859. */
const latin = (charset: OrderCharset): string => charset.replace('8859/', 'ISO-8859-');

/** Call only after `firstUnencodable` returned null for every field. */
export function encodeAs(text: string, charset: OrderCharset): Buffer {
  if (charset === 'UNICODE UTF-8' || charset === 'ASCII') return Buffer.from(text, 'utf8');
  return iconv.encode(text, latin(charset));
}

/** The first character that a reader of the character set would read differently; null if it reads all of them. */
export function firstUnencodable(text: string, charset: OrderCharset): string | null {
  // eslint-disable-next-line no-control-regex -- ASCII without NUL
  if (/^[\x01-\x7f]*$/.test(text)) return null;
  for (const character of text) if (!isEncodable(character, charset)) return character;
  return null;
}

function isEncodable(character: string, charset: OrderCharset): boolean {
  if (character === '\0' || !character.isWellFormed()) return false;
  if (character <= '\x7f' || charset === 'UNICODE UTF-8') return true;
  return charset !== 'ASCII' && lettersOf(charset).has(character);
}

const known = new Map<OrderCharset, ReadonlySet<string>>();

/** Characters beyond ASCII that are written as one byte which is read as the same character. */
function lettersOf(charset: OrderCharset): ReadonlySet<string> {
  let letters = known.get(charset);
  if (!letters) {
    const bytes = Array.from({ length: 128 }, (_, at) => Buffer.from([0x80 + at]));
    const { label } = charsetNamed(charset)!;
    const pairs = bytes.map((byte) => ({ byte, character: decodeAs(byte, label) }));
    letters = new Set(
      pairs
        // iconv-lite writes the replacement character as a byte that the set does not assign.
        .filter(({ character }) => character !== '\uFFFD')
        .filter(({ byte, character }) => iconv.encode(character, latin(charset)).equals(byte))
        .map(({ character }) => character),
    );
    known.set(charset, letters);
  }
  return letters;
}
