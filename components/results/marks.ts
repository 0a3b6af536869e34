/**
 * Which mark a result line carries. Shape, letter and word together carry the meaning; color only repeats it.
 * "Not classified" is said aloud: a blank would read as normal.
 */
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import {
  interpretationWord,
  isWithdrawn,
  OBSERVATION_STATUS_WORDS,
  RESULT_STATUS_WORDS,
  SEVERITY_WORDS,
} from '@/server/domain/lab-results/rules';

export type MarkShape =
  'double-up' | 'double-down' | 'double' | 'up' | 'down' | 'diamond' | 'dotted' | 'struck' | 'none';
type MarkTone = 'critical' | 'abnormal' | 'quiet';

export interface Mark {
  shape: MarkShape;
  letter: string;
  word: string;
  tone: MarkTone;
  /** True when the flag came from us, not from the laboratory. */
  computed: boolean;
}

type MarkLook = Omit<Mark, 'computed'>;

const NOT_CLASSIFIED: MarkLook = { shape: 'dotted', letter: '', word: SEVERITY_WORDS.unknown, tone: 'quiet' };

const look = (code: string, shape: MarkShape, tone: MarkTone, letter = code): [string, MarkLook] => [
  code,
  { shape, letter, word: interpretationWord(code), tone },
];

/** The laboratory says what it found, and not whether that is normal. */
const unclassified = (code: string): [string, MarkLook] => [
  code,
  { ...NOT_CLASSIFIED, word: `${interpretationWord(code)}, ${NOT_CLASSIFIED.word.toLowerCase()}` },
];

const BY_CODE = new Map([
  look('HH', 'double-up', 'critical'),
  look('LL', 'double-down', 'critical'),
  look('AA', 'double', 'critical'),
  look('H', 'up', 'abnormal'),
  look('L', 'down', 'abnormal'),
  look('>', 'up', 'abnormal'),
  look('<', 'down', 'abnormal'),
  look('A', 'diamond', 'abnormal'),
  look('I', 'diamond', 'abnormal'),
  look('R', 'diamond', 'abnormal'),
  look('N', 'none', 'quiet', ''),
  look('S', 'none', 'quiet'),
  unclassified('POS'),
  unclassified('NEG'),
  unclassified('DET'),
  unclassified('ND'),
]);

const BY_SEVERITY: Record<Observation['severity'], MarkLook> = {
  critical: { shape: 'double', letter: 'AA', word: SEVERITY_WORDS.critical, tone: 'critical' },
  abnormal: { shape: 'diamond', letter: 'A', word: SEVERITY_WORDS.abnormal, tone: 'abnormal' },
  normal: { shape: 'none', letter: '', word: SEVERITY_WORDS.normal, tone: 'quiet' },
  unknown: NOT_CLASSIFIED,
};

const struck = (word: string): Mark => ({
  shape: 'struck',
  letter: '',
  word,
  tone: 'quiet',
  computed: false,
});

type Marked = Pick<Observation, 'interpretation' | 'interpretation_source' | 'severity' | 'status'>;

export function markOf(observation: Marked): Mark {
  if (isWithdrawn(observation.status)) return struck(OBSERVATION_STATUS_WORDS[observation.status]);
  const computed = observation.interpretation_source === 'computed' && observation.interpretation !== null;
  const code = observation.interpretation;
  const byCode = code === null ? undefined : BY_CODE.get(code);
  const bySeverity = BY_SEVERITY[observation.severity];
  // The graver of the two wins: a code must never make a critical line look milder than the server judged it.
  if (byCode && rank(byCode) >= rank(bySeverity)) return { ...byCode, computed };
  // What the laboratory meant by a flag of its own is for the reader to judge, so it is never left out.
  const flagged = byCode || code === null ? '' : `, flag: ${interpretationWord(code)}`;
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
  if (status === 'entered_in_error') return struck(RESULT_STATUS_WORDS.entered_in_error);
  const mark = markOf({
    severity,
    interpretation: report.worst_interpretation,
    interpretation_source: report.worst_interpretation_source,
    // A cancelled report may hold a line that was measured: that one is judged.
    status: status === 'cancelled' && severity === 'unknown' ? 'cancelled' : 'final',
  });
  // What has not come yet may be critical.
  return mark.word === 'Normal' && UNFINISHED.has(status) ? { ...mark, word: 'Normal so far' } : mark;
}
