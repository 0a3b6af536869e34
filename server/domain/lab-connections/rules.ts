/** Limits and charsets of lab connections. The browser reads this file: no zod here. */

export const LOWEST_PORT = 1024;
export const HIGHEST_PORT = 65_535;

/** Charsets that can be set for messages that declare none; the decoder supports each. */
export const CHARSETS = [
  'ASCII',
  'UNICODE UTF-8',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'CP437',
  'CP850',
  'CP852',
  'CP866',
  'Mac Roman',
] as const;

export const MAX_ADDRESSES = 50;
export const WAITING_MINUTES = 5;
export const MAX_WAITING_MINUTES = 1_440;
export const IDLE_MINUTES = 720;
export const MAX_IDLE_MINUTES = 10_080;
