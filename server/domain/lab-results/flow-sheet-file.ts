import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv';
import { presentValue, type HistoryLine } from './history';

const HEAD = [
  'Test',
  'Code',
  'Value',
  'Unit',
  'Flag',
  'Flag calculated',
  'Reference range',
  'Collected (UTC)',
  'Precision',
  'Status',
  'Laboratory',
  'Report',
];

export function flowSheetCsv(lines: readonly HistoryLine[]): string {
  const rows = lines.map((line) => {
    const value = presentValue(line);
    const { text = null, low = null, high = null } = line.referenceRange ?? {};
    return [
      line.name,
      line.testKey,
      line.valueText,
      line.unit,
      line.interpretation,
      line.interpretation === null ? null : line.interpretationSource === 'computed' ? 'yes' : 'no',
      text ?? (low === null && high === null ? null : `${low ?? ''} - ${high ?? ''}`),
      value.observed_at,
      value.precision,
      line.status,
      line.lab.name,
      value.result_id,
    ];
  });
  return BYTE_ORDER_MARK + [HEAD, ...rows].map(csvLine).join('');
}
