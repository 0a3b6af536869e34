import { randomBytes } from 'node:crypto';

/** UUIDv7 and its display form (26 characters of Crockford base32), optimized only for speed. */

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUE = new Map([...ALPHABET].map((letter, value) => [letter, value]));

export function newUuid(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function show(prefix: string, uuid: string): string {
  let text = `${prefix}_`;
  // Two leading zero bits make 130 bits, which are 26 characters.
  let buffer = 0;
  let bits = 2;
  for (const digit of uuid) {
    if (digit === '-') continue;
    buffer = ((buffer << 4) | Number.parseInt(digit, 16)) & 0x1ff;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += ALPHABET[(buffer >> bits) & 31];
  }
  return text;
}

export function read(prefix: string, text: string): string | null {
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return null;
  let value = 0n;
  for (const letter of text.slice(prefix.length + 1)) {
    const digit = VALUE.get(letter);
    if (digit === undefined) return null;
    value = (value << 5n) | BigInt(digit);
  }
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
