import { parse } from 'csv-parse/sync';

/** Rows of comma-separated text (RFC 4180) by the names in its header line. */
export type CsvRow = Record<string, string>;

export const readCsv = (text: string): CsvRow[] =>
  parse<CsvRow>(text, { columns: true, bom: true, record_delimiter: ['\r\n', '\n', '\r'] });
