/** The changes between versions of a report, in clinical words instead of field names. */
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import type { Correction } from '@/server/data-types/lab-result';
import {
  OBSERVATION_STATUS_WORDS,
  RESULT_STATUS_WORDS,
  SEVERITY_WORDS,
  interpretationWord,
  isDateOnly,
  isFinal,
} from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { wordOf } from '../format/words';
import { introducedBy } from './replaced-value';
import { rangeText } from './words';

type Change = Correction['changes'][number];
type Precision = LabResult['collected_at_precision'];

export interface ShownChange {
  kind: 'added' | 'removed' | 'changed';
  /** "Potassium: flag" */
  what: string;
  from: string;
  to: string;
  /** The values are sentences of the laboratory. */
  isText: boolean;
  /** "Lipid panel added": without values */
  whole: string | null;
  /** The version that introduced the replaced value. */
  since: number | null;
  /** The result as it is now, if this change gave it its value. */
  line: Observation | null;
}

const FIELD_WORDS: Record<string, string> = {
  value_text: 'value',
  reference_range: 'reference range',
  interpretation: 'flag',
  flags: 'lab flags',
  collected_at: 'collection time',
  collected_at_precision: 'precision of the collection time',
  observed_at: 'collection time',
  observed_at_precision: 'precision of the collection time',
  specimens: 'specimen',
  pending_tests: 'pending tests',
  performing_lab: 'performing laboratory',
  notes: 'comments',
  value_code: 'coded value',
  value_original_text: 'original text',
  original_text: 'original name of the test',
  loinc: 'LOINC',
};

/** Implied by another field, or about stored records instead of the patient. */
const HIDDEN_FIELDS = new Set([
  'value_type',
  'comparator',
  'order_id',
  'document_ids',
  'parent_observation_id',
  'alternate_code',
  'value_alternate_codes',
  'role',
  // The page shows the new patient.
  'moved_to',
]);
/** Hidden if one of these fields changed too, because it follows from it. */
const IMPLIED_BY: Record<string, readonly string[]> = {
  severity: ['interpretation', 'status'],
  collected_at_precision: ['collected_at'],
  observed_at_precision: ['observed_at'],
};

/** Each line repeats these fields of its report. */
const REPORT_FIELDS: Record<string, string> = {
  observed_at: 'collected_at',
  observed_at_precision: 'collected_at_precision',
};

const NONE = 'none';

const PANEL_FIELD = /^panels\.(.+?)(?:\.(\w+))?$/;
const nameOfField = (field: string): string => PANEL_FIELD.exec(field)?.[2] ?? field;

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(text).join(', ');
  if (typeof value !== 'object') return String(value);
  const known = value as Record<string, unknown>;
  const name = known.text ?? known.display ?? known.type ?? known.code;
  const more = [known.condition, known.rejected_reason].filter(Boolean);
  return [typeof name === 'string' ? name : 'unnamed', ...more].join(', ');
}

/** Values that are not single words are stored as JSON. */
function parsed(value: string): unknown {
  if (!/^([[{]|true$|false$)/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // A laboratory may send text that looks like JSON.
    return value;
  }
}

const isOne = (flags: string | null): boolean => flags === null || !flags.includes(',');

interface Shown {
  change: Change;
  format: Format;
  precision: Precision;
  /** Times of one minute differ by it. */
  inSeconds?: boolean;
}

function shown(value: string | null, { change, format, precision, inSeconds = false }: Shown): string {
  const field = nameOfField(change.field);
  // Shown exactly as received, even if it looks like JSON.
  if (field === 'value_text' || field === 'unit')
    return value === null || value === '' ? NONE : showTurns(value);
  if (value === null) return NONE;
  if (field === 'collected_at' || field === 'observed_at')
    return inSeconds ? format.instant(value, 'second') : format.clinical(value, precision);
  if (field === 'status')
    return (
      change.observation_id === null
        ? wordOf(RESULT_STATUS_WORDS, value)
        : wordOf(OBSERVATION_STATUS_WORDS, value)
    ).toLowerCase();
  if (field === 'interpretation') {
    const word = interpretationWord(value);
    return word === value ? value : `${value} (${word})`;
  }
  if (field === 'severity') return wordOf(SEVERITY_WORDS, value).toLowerCase();
  const read = parsed(value);
  if (field === 'flags' && Array.isArray(read))
    return text(read.map((flag) => interpretationWord(String(flag))));
  if (field === 'reference_range' && read !== null && typeof read === 'object')
    return rangeText({ reference_range: read as Parameters<typeof rangeText>[0]['reference_range'] }) ?? NONE;
  return text(read);
}

const panelWords = (name: string): string => (/panel/i.test(name) ? name : `Panel ${name}`);

type Words = Pick<ShownChange, 'kind' | 'what' | 'from' | 'to' | 'isText'>;

const listOf = (notes: string | null): string[] | null => {
  const read = notes === null ? [] : parsed(notes);
  return Array.isArray(read) ? read.map(text) : null;
};

/** Only the comments that differ: the others still apply, and struck through they would look withdrawn. */
function noteWords(of: string, { from, to }: Change): Words | null {
  const [before, after] = [listOf(from), listOf(to)];
  if (before === null || after === null) return null;
  const removed = before.filter((note) => !after.includes(note));
  const added = after.filter((note) => !before.includes(note));
  if (removed.length === 0 && added.length === 0) return null;
  const kind = removed.length === 0 ? 'added' : added.length === 0 ? 'removed' : 'changed';
  const word = Math.max(removed.length, added.length) === 1 ? 'comment' : 'comments';
  return { kind, what: `${of}: ${word}`, from: removed.join('\n'), to: added.join('\n'), isText: true };
}

/** A change without values. */
function wholeWords(of: string, field: string | undefined, { from, to }: Change): string | null {
  // A panel.
  if (field === undefined && from === null) return `${of} added`;
  if (field === 'value_text' && from === null && to === null) return `${of} added without a value`;
  if (field !== 'is_reflex') return null;
  return `${of} ${to === 'true' ? 'marked' : 'no longer marked'} as added by the laboratory`;
}

/** Values of lines first, changes of the whole report last. */
const rank = ({ observation_id, field }: Change): number =>
  observation_id === null ? 2 : field === 'value_text' ? 0 : 1;

export function shownChanges(
  report: Pick<LabResult, 'panels' | 'collected_at_precision' | 'corrections'>,
  correction: Correction,
  format: Format,
): ShownChange[] {
  const lines = new Map(
    report.panels.flatMap((panel) => panel.observations.map((line) => [line.id, line] as const)),
  );
  const panels = new Map(report.panels.map(({ code, name }) => [code, name]));
  const changed = new Set(correction.changes.map(({ observation_id: id, field }) => `${id} ${field}`));
  const sibling = (id: string | null, field: string): Change | undefined =>
    correction.changes.find((change) => change.observation_id === id && change.field === field);
  const exactness = ({ observation_id: id, field }: Change, side: 'from' | 'to'): Precision => {
    const changed = sibling(id, `${field}_precision`);
    if (changed) return changed[side] as Precision;
    return (id === null ? report.collected_at_precision : lines.get(id)?.observed_at_precision) ?? null;
  };
  const isLatest = (id: string): boolean =>
    !report.corrections.some(
      ({ version, changes }) =>
        version > correction.version && changes.some(({ observation_id }) => observation_id === id),
    );
  const lineWithValue = ({ observation_id: id, field, to }: Change): Observation | null => {
    const line = id !== null && field === 'value_text' && to !== null ? lines.get(id) : undefined;
    return line && line.value_text === to && isLatest(line.id) ? line : null;
  };
  const places = new Map<string | null, number>();
  for (const { observation_id: id } of correction.changes)
    if (!places.has(id)) places.set(id, id === null ? Infinity : places.size);
  return correction.changes
    .filter((change) => {
      const { observation_id: id, field, from, to } = change;
      const name = nameOfField(field);
      if (HIDDEN_FIELDS.has(name) || IMPLIED_BY[name]?.some((cause) => changed.has(`${id} ${cause}`)))
        return false;
      // The heading shows it.
      if (name === 'status' && from === 'final' && to === 'corrected') return false;
      // A single flag equals the interpretation.
      if (name === 'flags') return !(changed.has(`${id} interpretation`) && isOne(from) && isOne(to));
      const ofReport = REPORT_FIELDS[name] && sibling(null, REPORT_FIELDS[name]);
      return !(ofReport && ofReport.from === from && ofReport.to === to);
    })
    .toSorted((a, b) => {
      const [left, right] = [a, b].map(({ observation_id: id }) => places.get(id)!);
      return left === right ? rank(a) - rank(b) : left! - right!;
    })
    .map((change) => {
      const [, panel, ofPanel] = PANEL_FIELD.exec(change.field) ?? [];
      const name = ofPanel ?? (panel === undefined ? change.field : undefined);
      const of = change.observation_id
        ? (lines.get(change.observation_id)?.name ?? 'Removed result')
        : panel === undefined
          ? 'Report'
          : panelWords(panels.get(panel) ?? panel);
      const sides = (inSeconds: boolean) =>
        (['from', 'to'] as const).map((side) =>
          shown(change[side], { change, format, precision: exactness(change, side), inSeconds }),
        ) as [string, string];
      const inMinutes = sides(false);
      const [from, to] =
        inMinutes[0] === inMinutes[1] && !isDateOnly(exactness(change, 'to')) ? sides(true) : inMinutes;
      const kind = from === NONE ? 'added' : to === NONE ? 'removed' : 'changed';
      const what = name === undefined ? of : `${of}: ${FIELD_WORDS[name] ?? name.replaceAll('_', ' ')}`;
      return {
        ...((name === 'notes' && noteWords(of, change)) || { kind, what, from, to, isText: false }),
        whole: wholeWords(of, name, change),
        since:
          change.observation_id && change.field === 'value_text' && change.from !== null
            ? introducedBy(change.observation_id, report.corrections, correction.version)
            : null,
        line: lineWithValue(change),
      };
    });
}

const CORRECTED = RESULT_STATUS_WORDS.corrected;

/** A report that only became complete was not corrected. */
export function changeWord(report: Pick<LabResult, 'status' | 'corrections'>, version: number): string {
  let after = report.status;
  for (const { version: at, changes } of [...report.corrections].sort((a, b) => b.version - a.version)) {
    const status = changes.find(({ observation_id: id, field }) => id === null && field === 'status');
    const before = (status?.from ?? after) as LabResult['status'];
    if (at === version) {
      if (after === 'entered_in_error' || after === 'cancelled') return RESULT_STATUS_WORDS[after];
      return isFinal(before) ? CORRECTED : 'Updated';
    }
    after = before;
  }
  return CORRECTED;
}
