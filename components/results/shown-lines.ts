/** The lines of a long report that its page shows first. */
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { markOf } from './marks';

/** Browsers take seconds for a page with more lines. */
export const LONG_REPORT = 1_000;
/** Shown even if they are plain. */
const FIRST_LINES = 500;

interface Shown {
  panels: (LabResult['panels'][number] & { hidden: number })[];
  hidden: number;
  total: number;
}

type Report = Pick<LabResult, 'panels' | 'corrections'>;

export const countLines = ({ panels }: Pick<LabResult, 'panels'>): number =>
  panels.reduce((sum, { observations }) => sum + observations.length, 0);

/** The first lines of a long report, and each line that is not plain. */
export function shownLines(report: Report): Shown {
  const total = countLines(report);
  const isShort = total <= LONG_REPORT;
  const changed = new Set(
    report.corrections.flatMap(({ changes }) => changes.map(({ observation_id }) => observation_id)),
  );
  let place = 0;
  const panels = report.panels.map((panel) => {
    const observations = panel.observations.filter(
      (line) => isShort || place++ < FIRST_LINES || changed.has(line.id) || !isPlain(line),
    );
    return { ...panel, observations, hidden: panel.observations.length - observations.length };
  });
  return { panels, hidden: panels.reduce((sum, { hidden }) => sum + hidden, 0), total };
}

const RANK: Record<Observation['severity'], number> = { critical: 0, abnormal: 1, unknown: 2, normal: 2 };

/** Critical lines first, then abnormal ones. Lines that belong together (HL7 OBX-4) stay in the laboratory's order. */
export const mostSevereFirst = (lines: readonly Observation[]): readonly Observation[] =>
  lines.some(({ sub_id }) => sub_id !== null)
    ? lines
    : [...lines].sort((a, b) => RANK[a.severity] - RANK[b.severity]);

const isPlain = (line: Observation): boolean =>
  markOf(line).tone === 'quiet' &&
  line.status === 'final' &&
  line.flags.every((flag) => flag === 'N') &&
  (line.interpretation === null || line.interpretation === 'N') &&
  line.notes.length === 0;
