import { isWithdrawn, joinTests } from '@/server/domain/lab-results/rules';
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { Format } from '../format/format';
import { isolate } from '../format/isolate';
import { LONGEST_VALUE } from './severe-value';

export const reportTitle = ({ panels }: Pick<LabResult, 'panels'>): string =>
  joinTests(panels.map((panel) => panel.name)) || 'Lab report';

/**
 * Tells reports of one panel apart: "Basic metabolic panel (Glucose 38)" for the first critical value, otherwise
 * "Basic metabolic panel (05-Nov-2026 08:00)" for the time of collection.
 */
export function reportName(
  report: Pick<LabResult, 'panels' | 'collected_at' | 'collected_at_precision'>,
  format: Format,
): string {
  const title = reportTitle(report);
  const line = report.panels
    .flatMap(({ observations }) => observations)
    .find(({ severity, status }) => severity === 'critical' && !isWithdrawn(status));
  if (line) {
    const value = line.value_text !== null && line.value_text.length <= LONGEST_VALUE ? line.value_text : '';
    return `${title} (${isolate(`${line.name} ${value}`.trim())})`;
  }
  return report.collected_at === null
    ? title
    : `${title} (${format.clinical(report.collected_at, report.collected_at_precision)})`;
}
