/**
 * The flag of a result line as shape, letter and word; color only repeats them. "No flag" is always displayed: a blank
 * would read as normal.
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
  | 'double-up'
  | 'double-down'
  | 'double'
  | 'up'
  | 'down'
  | 'diamond'
  | 'dotted'
  | 'struck'
  | 'none';
type MarkTone = 'critical' | 'abnormal' | 'quiet';

export interface Mark {
  shape: MarkShape;
  letter: string;
  word: string;
  tone: MarkTone;
  /** Calculated by the service, not sent by the laboratory. */
  computed: boolean;
}

type MarkLook = Omit<Mark, 'computed'>;

const NOT_CLASSIFIED: MarkLook = { shape: 'dotted', letter: '', word: SEVERITY_WORDS.unknown, tone: 'quiet' };

const look = (code: string, shape: MarkShape, tone: MarkTone, letter = code): [string, MarkLook] => [
  code,
  { shape, letter, word: interpretationWord(code), tone },
];

/** The laboratory reports a finding, but not whether it is normal. */
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
const NO_FLAG: MarkLook = { ...NOT_CLASSIFIED, word: 'No flag' };

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
  const bySeverity =
    observation.severity === 'unknown' && code === null ? NO_FLAG : BY_SEVERITY[observation.severity];
  // The more severe of the two: a code must never make a critical line look milder.
  if (byCode && rank(byCode) >= rank(bySeverity)) return { ...byCode, computed };
  // An unknown flag of the laboratory is never left out: the reader decides what it means.
  const flagged = byCode || code === null ? '' : `, flag: ${interpretationWord(code)}`;
  return { ...bySeverity, word: `${bySeverity.word}${flagged}`, computed };
}

/** A plain normal result needs no word. */
export const isNormal = ({ word }: Mark): boolean => word === SEVERITY_WORDS.normal;

function rank(look: MarkLook): number {
  return look.tone === 'critical' ? 2 : look.tone === 'abnormal' ? 1 : 0;
}

const UNFINISHED: ReadonlySet<LabResult['status']> = new Set(['partial', 'preliminary']);

/** The flag of a whole report, from its most severe line. */
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
    // A canceled report may contain a measured line, whose flag applies.
    status: status === 'cancelled' && severity === 'unknown' ? 'cancelled' : 'final',
  });
  // Pending tests may be critical.
  return isNormal(mark) && UNFINISHED.has(status)
    ? { ...mark, word: `${mark.word} (${RESULT_STATUS_WORDS[status].toLowerCase()})` }
    : mark;
}
