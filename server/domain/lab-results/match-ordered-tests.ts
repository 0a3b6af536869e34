import type { LabReport, OrderedTest, ReportPanel } from './report';
import { matchesItem } from './rules';

/** Note on a panel that was neither ordered nor triggered as a reflex test. */
export const NOT_ORDERED_NOTE = { text: 'Not ordered.', source: 'service' };

/** Classifies each panel as ordered, reflex or additional; additional panels get a note. */
export function checkPanels(report: LabReport, ordered: readonly OrderedTest[]): LabReport {
  const checkPanel = (panel: ReportPanel): ReportPanel => {
    if (ordered.some((item) => matchesItem(panel, item))) return { ...panel, is_reflex: false };
    return panel.is_reflex ? panel : { ...panel, notes: [...(panel.notes ?? []), NOT_ORDERED_NOTE] };
  };
  return { ...report, panels: report.panels.map(checkPanel) };
}
