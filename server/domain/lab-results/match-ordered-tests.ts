import type { LabReport, OrderedTest, ReportPanel, TestNames } from './report';

/** By the laboratory's code, or by LOINC. */
export const matchesItem = (
  sent: Pick<TestNames, 'code' | 'other_code' | 'loinc'>,
  item: { code: string; loinc: string | null },
): boolean =>
  sent.code === item.code ||
  (sent.other_code ?? null) === item.code ||
  (item.loinc !== null && sent.loinc === item.loinc);

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
