/** Rows as a CSV file (RFC 4180). */

/** Told as UTF-8: a spreadsheet would read `µ` as two other letters. */
export const BYTE_ORDER_MARK = '\ufeff';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Everything stands in quotes and nothing in front of a value: what is stored is what the file holds. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => quoted(cell ?? '')).join(',')}\r\n`;
