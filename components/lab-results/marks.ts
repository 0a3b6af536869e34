/**
 * Which mark a result line carries. Shape, letter and word together carry the meaning; colour only repeats it.
 * "Not classified" is said aloud: a blank would read as normal.
 */
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { interpretationWords } from '@/server/domain/lab-results/rules';

export type MarkShape =
  'double-up' | 'double-down' | 'double' | 'up' | 'down' | 'diamond' | 'dotted' | 'struck' | 'none';
export type MarkTone = 'critical' | 'abnormal' | 'quiet';

export interface Mark {
  shape: MarkShape;
  letter: string;
  word: string;
  tone: MarkTone;
  /** True when the flag came from us, not from the laboratory. */
  computed: boolean;
}

type MarkLook = Omit<Mark, 'computed'>;

const NOT_CLASSIFIED: MarkLook = { shape: 'dotted', letter: '', word: 'Not classified', tone: 'quiet' };

const BY_CODE: Record<string, MarkLook> = {
  HH: { shape: 'double-up', letter: 'HH', word: 'Critical high', tone: 'critical' },
  LL: { shape: 'double-down', letter: 'LL', word: 'Critical low', tone: 'critical' },
  AA: { shape: 'double', letter: 'AA', word: 'Critical abnormal', tone: 'critical' },
  H: { shape: 'up', letter: 'H', word: 'High', tone: 'abnormal' },
  L: { shape: 'down', letter: 'L', word: 'Low', tone: 'abnormal' },
  '>': { shape: 'up', letter: '>', word: 'Above measuring range', tone: 'abnormal' },
  '<': { shape: 'down', letter: '<', word: 'Below measuring range', tone: 'abnormal' },
  A: { shape: 'diamond', letter: 'A', word: 'Abnormal', tone: 'abnormal' },
  I: { shape: 'diamond', letter: 'I', word: 'Intermediate', tone: 'abnormal' },
  R: { shape: 'diamond', letter: 'R', word: 'Resistant', tone: 'abnormal' },
  N: { shape: 'none', letter: '', word: 'Normal', tone: 'quiet' },
  S: { shape: 'none', letter: 'S', word: 'Susceptible', tone: 'quiet' },
  POS: { ...NOT_CLASSIFIED, word: 'Positive, not classified' },
  NEG: { ...NOT_CLASSIFIED, word: 'Negative, not classified' },
  DET: { ...NOT_CLASSIFIED, word: 'Detected, not classified' },
  ND: { ...NOT_CLASSIFIED, word: 'Not detected, not classified' },
};

const SEVERITY_FALLBACK: Record<Observation['severity'], MarkLook> = {
  critical: { shape: 'double', letter: 'AA', word: 'Critical', tone: 'critical' },
  abnormal: { shape: 'diamond', letter: 'A', word: 'Abnormal', tone: 'abnormal' },
  normal: { shape: 'none', letter: '', word: 'Normal', tone: 'quiet' },
  unknown: NOT_CLASSIFIED,
};

type Marked = Pick<Observation, 'interpretation' | 'interpretation_source' | 'severity' | 'status'>;

export function markOf(observation: Marked): Mark {
  if (observation.status === 'cancelled') {
    return { shape: 'struck', letter: '', word: 'Not performed', tone: 'quiet', computed: false };
  }
  if (observation.status === 'deleted' || observation.status === 'wrong') {
    const word = observation.status === 'wrong' ? 'Withdrawn, wrong patient' : 'Withdrawn';
    return { shape: 'struck', letter: '', word, tone: 'quiet', computed: false };
  }
  const computed = observation.interpretation_source === 'computed' && observation.interpretation !== null;
  const code = observation.interpretation;
  // A laboratory may send "constructor".
  const byCode = code !== null && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  const bySeverity = SEVERITY_FALLBACK[observation.severity];
  // The graver of the two wins: a code must never make a critical line look milder than the server judged it.
  if (byCode && rank(byCode) >= rank(bySeverity)) return { ...byCode, computed };
  // What the laboratory meant by a flag of its own is for the reader to judge, so it is never left out.
  const flagged = byCode || code === null ? '' : `, flag: ${interpretationWords(code)!.word}`;
  return { ...bySeverity, word: `${bySeverity.word}${flagged}`, computed };
}

function rank(look: MarkLook): number {
  return look.tone === 'critical' ? 2 : look.tone === 'abnormal' ? 1 : 0;
}

const UNFINISHED: ReadonlySet<LabResult['status']> = new Set(['partial', 'preliminary']);

/** The mark of a whole report in a list, from its gravest line that counts. */
export function markOfReport(report: {
  status: LabResult['status'];
  severity: Observation['severity'];
  worst_interpretation: string | null;
  worst_interpretation_source: Observation['interpretation_source'];
}): Mark {
  const { status, severity } = report;
  const withdrawn = status === 'entered_in_error';
  const mark = markOf({
    severity,
    interpretation: report.worst_interpretation,
    interpretation_source: report.worst_interpretation_source,
    // A cancelled report may hold a line that was measured: that one is judged.
    status: withdrawn ? 'deleted' : status === 'cancelled' && severity === 'unknown' ? 'cancelled' : 'final',
  });
  // What has not come yet may be critical.
  return mark.word === 'Normal' && UNFINISHED.has(status) ? { ...mark, word: 'Normal so far' } : mark;
}
