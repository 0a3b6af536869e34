/** Writes CSV files (RFC 4180) that are safe to open in a spreadsheet. */

/** Marks the file as UTF-8; otherwise a spreadsheet would show `µ` as two characters. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A number with a sign: `-1.5`, `+2`, `-.5`, `-1,5`, `-1E-05`, `-5 %`. */
const SIGNED_NUMBER = /^[+-](?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?(?: ?%)?$/i;
/** Signs and punctuation without an operand, such as `+`, `++`, `+/-` and `-`. */
const SIGNS_ONLY = /^[+\-±/.,:;?*\s]+$/;
const INVISIBLE_START = /^[\s\p{Cc}\p{Cf}]+/u;
/** A call, a link to another program (`cmd|' /C calc'!A0`) or to another sheet. */
const CALL = /[\p{L}\p{N}_.]\(|[|!]/u;

/** Some spreadsheets read a full-width `＝` as `=`, so each full-width character counts as its plain one. */
const plain = (text: string): string =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
const visible = (text: string): string => plain(text).replace(INVISIBLE_START, '');

/** True when a spreadsheet may take the cell for a formula instead of a value. */
function isFormula(cell: string): boolean {
  if (/^[\t\r]/.test(cell)) return true;
  const text = visible(cell);
  if (/^[=@]/.test(text)) return true;
  return /^[+-]/.test(text) && !SIGNED_NUMBER.test(text.trimEnd()) && !SIGNS_ONLY.test(text);
}

/**
 * True for what follows a semicolon, tab or line break inside a cell. A spreadsheet whose list separator is the
 * semicolon starts a new cell there, quotes or not. Hyphens also begin the lines of a list, so a sign needs a call.
 */
function isInnerFormula(piece: string): boolean {
  const text = visible(piece).replace(/^["\s]+/, '');
  return /^[=@]/.test(text) || (/^[+-]/.test(text) && CALL.test(text));
}

/**
 * Puts an apostrophe in front of what a spreadsheet would calculate (CWE-1236): a cell that starts with `=`, `@`, a tab
 * or a carriage return, or with `+` or `-` and is neither a number nor signs alone; and the same inside a cell after a
 * semicolon, tab or line break. Every other cell is what is stored, byte for byte.
 */
export function safeCell(cell: string): string {
  const [first = '', ...rest] = cell.split(/(?<=[;\t\r\n])/);
  const inner = rest.map((piece) => (isInnerFormula(piece) ? `'${piece}` : piece));
  // The whole cell decides about its start: `-1.5;2` is no number.
  return [isFormula(cell) ? `'${first}` : first, ...inner].join('');
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => quoted(safeCell(cell ?? ''))).join(',')}\r\n`;
