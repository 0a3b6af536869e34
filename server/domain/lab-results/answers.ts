import type { LabReport, OrderedTest, ReportPanel, TestNames } from './report';

/** Whether a test of a report is a test that was ordered. */
export const answers = (
  sent: Pick<TestNames, 'code' | 'other_code' | 'loinc'>,
  item: { code: string; loinc: string | null },
): boolean =>
  sent.code === item.code ||
  (sent.other_code ?? null) === item.code ||
  (item.loinc !== null && sent.loinc === item.loinc);

/** Stands on a panel that nobody asked for and that no other test led to. */
export const NOT_ORDERED_NOTE = { text: 'Not ordered.', source: 'service' };

/** What each panel is to the order: asked for, a reflex test of another one, or an extra one, which says so. */
export function judgePanels(report: LabReport, ordered: readonly OrderedTest[]): LabReport {
  const judge = (panel: ReportPanel): ReportPanel => {
    if (ordered.some((item) => answers(panel, item))) return { ...panel, is_reflex: false };
    return panel.is_reflex ? panel : { ...panel, notes: [...(panel.notes ?? []), NOT_ORDERED_NOTE] };
  };
  return { ...report, panels: report.panels.map(judge) };
}
