import type { inboundReports } from '../../../db/schema/index';
import type { NormalReport } from '../../../hl7v2/normal-message';
import { readMeaning, type ReportObservation } from '../../lab-results/report';
import { isWithdrawn, MOST_VALUES, worstSeverity } from '../../lab-results/rules';
import { CRITICAL_RANK } from '../rules';
import { NO_MAPPINGS } from './connection-mappings';
import { cut } from './report-facts';
import { patientPanel, toPanel } from './to-panel';

type Severe = Pick<typeof inboundReports.$inferInsert, 'severity' | 'severeValues' | 'queueRank'>;

/** Of a filed report: its result has them. */
export const FILED_SEVERITY = { severity: null, severeValues: [], queueRank: 1 } as const satisfies Severe;

/** Severity and most severe values of a report that is not filed, as they would be in a chart. */
export function severeValues(report: NormalReport): Severe {
  const lines = [
    ...report.panels.flatMap((panel) => toPanel(panel, NO_MAPPINGS, null)?.observations ?? []),
    ...patientPanel(report, NO_MAPPINGS).flatMap(({ observations }) => observations),
  ].map((line) => ({ line, status: line.status, ...readMeaning(line).meaning }));
  const severe = (['critical', 'abnormal'] as const).flatMap((severity) =>
    lines.filter((one) => one.severity === severity && !isWithdrawn(one.status)),
  );
  const severity = worstSeverity(lines);
  return {
    severity,
    queueRank: severity === 'critical' ? CRITICAL_RANK : 1,
    severeValues: severe.slice(0, MOST_VALUES).map(({ line, severity, interpretation, source }) => ({
      ...shown(line),
      severity,
      interpretation: cut(interpretation),
      interpretation_source: source,
    })),
  };
}

const shown = ({ name, value_text: text, unit, status }: ReportObservation) => ({
  name: cut(name)!,
  value_text: cut(text),
  unit: cut(unit ?? null),
  status,
});
