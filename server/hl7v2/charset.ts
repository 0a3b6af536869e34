import iconv from 'iconv-lite';

/**
 * Maps MSH-18 (HL7 table 0211 and common variants) to a decoder. `TextDecoder` supports ISO 8859, windows-125x, CP866,
 * Mac Roman and the Asian charsets; iconv-lite supports the other DOS code pages.
 */
export interface Charset {
  /** Label for TextDecoder, or one of `CODE_PAGES`. */
  label: string;
  /** For `single`, every byte sequence is valid: only valid UTF-8 can contradict the declaration. */
  kind: 'ascii' | 'single' | 'utf8' | 'utf16' | 'multi';
}

/** ISO registration numbers, which imaging systems prefix with `ISO IR` or `ISO_IR`. */
const REGISTERED: Readonly<Record<string, number>> = {
  '100': 1,
  '101': 2,
  '109': 3,
  '110': 4,
  '144': 5,
  '127': 6,
  '126': 7,
  '138': 8,
  '148': 9,
  '203': 15,
};

/** In no HL7 table, but sent by systems written for DOS and OS/2. */
const CODE_PAGES = new Set(['cp437', 'cp850', 'cp852', 'cp858']);
const CODE_PAGE = /^(?:IBM|CP|OEM|MSDOS|DOS|PC|CODEPAGE)?0*(437|850|852|858|866)$/;

const NAMED: Readonly<Record<string, Charset>> = {
  ASCII: { label: 'windows-1252', kind: 'ascii' },
  USASCII: { label: 'windows-1252', kind: 'ascii' },
  ISOIR6: { label: 'windows-1252', kind: 'ascii' },
  UTF8: { label: 'utf-8', kind: 'utf8' },
  UNICODEUTF8: { label: 'utf-8', kind: 'utf8' },
  ISOIR192: { label: 'utf-8', kind: 'utf8' },
  // Deprecated since 2.5 and declared by systems that send UTF-8. Real UTF-16 is recognized earlier.
  UNICODE: { label: 'utf-8', kind: 'utf8' },
  ISOIR14: { label: 'shift_jis', kind: 'multi' },
  ISOIR13: { label: 'shift_jis', kind: 'multi' },
  SHIFTJIS: { label: 'shift_jis', kind: 'multi' },
  ISOIR87: { label: 'iso-2022-jp', kind: 'multi' },
  ISOIR159: { label: 'iso-2022-jp', kind: 'multi' },
  JISX0202: { label: 'iso-2022-jp', kind: 'multi' },
  JAS2020: { label: 'iso-2022-jp', kind: 'multi' },
  GB18030: { label: 'gb18030', kind: 'multi' },
  GB180302000: { label: 'gb18030', kind: 'multi' },
  KSX1001: { label: 'euc-kr', kind: 'multi' },
  BIG5: { label: 'big5', kind: 'multi' },
  MACINTOSH: { label: 'macintosh', kind: 'single' },
  MACROMAN: { label: 'macintosh', kind: 'single' },
  XMACROMAN: { label: 'macintosh', kind: 'single' },
  MACOSROMAN: { label: 'macintosh', kind: 'single' },
  MAC: { label: 'macintosh', kind: 'single' },
  ISOIR166: { label: 'windows-874', kind: 'single' },
};

/** Null if unknown to us or to this build of Node, whose charsets vary. */
export function charsetNamed(name: string): Charset | null {
  const charset = named(name);
  return charset && isSupported(charset.label) ? charset : null;
}

function isSupported(label: string): boolean {
  if (CODE_PAGES.has(label)) return iconv.encodingExists(label);
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function named(name: string): Charset | null {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const part =
    /^(?:ISO)?8859(\d{1,2})$/.exec(plain)?.[1] ?? REGISTERED[/^ISOIR(\d+)$/.exec(plain)?.[1] ?? ''];
  if (part !== undefined) return latin(Number(part));
  const windows = /^(?:WINDOWS|CP)(125\d)$/.exec(plain)?.[1];
  if (windows !== undefined && Number(windows) <= 1258)
    return { label: `windows-${windows}`, kind: 'single' };
  const page = CODE_PAGE.exec(plain)?.[1];
  if (page !== undefined) return { label: page === '866' ? 'ibm866' : `cp${page}`, kind: 'single' };
  return Object.hasOwn(NAMED, plain) ? NAMED[plain]! : null;
}

/** Part 12 does not exist. Part 16 is in no HL7 table, and Node decodes it only since 24. */
function latin(part: number): Charset | null {
  return part >= 1 && part <= 15 && part !== 12 ? { label: `iso-8859-${part}`, kind: 'single' } : null;
}

/**
 * Repetitions of MSH-18 name further charsets for escape sequences; only ISO 2022 (Japan) is supported. Null: none
 * declared; 'unknown': declared but not supported.
 */
export function declaredCharset(field: string, repetition: string): Charset | 'unknown' | null {
  const names = field
    .split(repetition)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '""');
  if (names.length === 0) return null;
  const known = names.map(charsetNamed);
  const japanese = known.find((charset) => charset?.label === 'iso-2022-jp');
  return japanese ?? known[0] ?? 'unknown';
}

/**
 * Bytes 0x80 to 0x9f of windows-1252. Node 20 decodes it as ISO 8859-1, which has control characters there
 * (nodejs/node#56542). In the WHATWG standard both names mean windows-1252.
 */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Undecodable bytes become U+FFFD. */
export function decodeAs(bytes: Buffer, label: string): string {
  if (CODE_PAGES.has(label)) return iconv.decode(bytes, label);
  if (label !== 'windows-1252' && label !== 'iso-8859-1') return new TextDecoder(label).decode(bytes);
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}
