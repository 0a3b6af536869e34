/** Writes CSV files (RFC 4180) that are safe to open in a spreadsheet. */

/** Marks the file as UTF-8; otherwise a spreadsheet would show `µ` as two characters. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A number with a sign: `-1.5`, `+2`, `-.5`, `-1,5`, `-1E-05`, `-5 %`. */
const SIGNED_NUMBER = /^[+-](?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?(?: ?%)?$/i;
/** Signs and punctuation without an operand, such as `+`, `++`, `+/-` and `-`. */
const SIGNS_ONLY = /^[+\-±/.,:;?*\s]+$/;
const INVISIBLE_START = /^[\s\p{Cc}\p{Cf}]+/u;
/** A function call, a DDE link (`cmd|' /C calc'!A0`) or a reference to another sheet. */
const CALL = /[\p{L}\p{N}_.]\(|[|!]/u;

/** Some spreadsheets evaluate a full-width `＝` like `=`, so full-width characters are normalized. */
const plain = (text: string): string =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
const visible = (text: string): string => plain(text).replace(INVISIBLE_START, '');

/** Whether a spreadsheet may evaluate the cell as a formula. */
function isFormula(cell: string): boolean {
  if (/^[\t\r]/.test(cell)) return true;
  const text = visible(cell);
  if (/^[=@]/.test(text)) return true;
  return /^[+-]/.test(text) && !SIGNED_NUMBER.test(text.trimEnd()) && !SIGNS_ONLY.test(text);
}

/**
 * Like `isFormula`, for text after a semicolon, tab or line break inside a cell. A spreadsheet whose list separator is
 * the semicolon starts a new cell there, even inside quotes. Hyphens also start list items, so a leading sign counts
 * only with a call.
 */
function isInnerFormula(piece: string): boolean {
  const text = visible(piece).replace(/^["\s]+/, '');
  return /^[=@]/.test(text) || (/^[+-]/.test(text) && CALL.test(text));
}

/**
 * Prefixes with an apostrophe what a spreadsheet would evaluate (CWE-1236): a cell that starts with `=`, `@`, a tab or
 * a carriage return, or with `+` or `-` and is neither a number nor only signs; and the same inside a cell after a
 * semicolon, tab or line break. All other cells remain unchanged.
 */
export function safeCell(cell: string): string {
  const [first = '', ...rest] = cell.split(/(?<=[;\t\r\n])/);
  const inner = rest.map((piece) => (isInnerFormula(piece) ? `'${piece}` : piece));
  // Check the whole cell, not its first part: `-1.5;2` is not a number.
  return [isFormula(cell) ? `'${first}` : first, ...inner].join('');
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => quoted(safeCell(cell ?? ''))).join(',')}\r\n`;
