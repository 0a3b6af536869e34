import { LINES_PER_PAGE } from './rules';

export interface PageOfLines<Panel> {
  /** Panels with lines on this page; panels without any lines are on the first page. */
  panels: Panel[];
  /** Of the whole report. */
  lines_total: number;
}

/** @param page from 1 */
export function pageOfLines<Panel extends { lines: readonly unknown[] }>(
  panels: readonly Panel[],
  page: number,
): PageOfLines<Panel> {
  const from = (page - 1) * LINES_PER_PAGE;
  const shown: Panel[] = [];
  let before = 0;
  for (const panel of panels) {
    const lines = panel.lines.slice(Math.max(from - before, 0), Math.max(from + LINES_PER_PAGE - before, 0));
    before += panel.lines.length;
    if (lines.length > 0 || (panel.lines.length === 0 && page === 1)) shown.push({ ...panel, lines });
  }
  return { panels: shown, lines_total: before };
}
