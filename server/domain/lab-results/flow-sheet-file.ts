import { presentValue, type HistoryLine } from './history';

/** Values of one patient as CSV, one line for each. */

const HEAD = [
  ...['Test', 'Code', 'Value', 'Unit', 'Flag', 'Flag calculated', 'Reference range'],
  ...['Collected (UTC)', 'Precision', 'Status', 'Laboratory', 'Report'],
];

/** Told as UTF-8: a spreadsheet would read `µ` as two other letters. */
const BYTE_ORDER_MARK = '\ufeff';

/** Everything stands in quotes and nothing in front of a value: what the laboratory sent is what the file holds. */
export function flowSheetCsv(lines: readonly HistoryLine[]): string {
  const rows = lines.map((line) => {
    const value = presentValue(line);
    const { text = null, low = null, high = null } = line.referenceRange ?? {};
    return [
      ...[line.name, line.testKey, line.valueText, line.unit, line.interpretation],
      line.interpretation === null ? null : line.interpretationSource === 'computed' ? 'yes' : 'no',
      text ?? (low === null && high === null ? null : `${low ?? ''} - ${high ?? ''}`),
      ...[value.observed_at, value.precision, line.status, line.lab.name, value.result_id],
    ];
  });
  const text = [HEAD, ...rows].map((row) => row.map((cell) => quoted(cell ?? '')).join(',')).join('\r\n');
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
