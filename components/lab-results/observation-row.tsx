/** One result line: mark, test, value with unit, range with rail, previous value. Everything is in the server's HTML. */
import { formatInstant } from '../format/dates';
import { Cell, Row, RowHead } from '../ui/data-table';
import { markOf } from './marks';
import { MarkWord, ResultMark } from './result-mark';
import { RangeRail } from './range-rail';
import type { Correction, Observation } from '@/server/domain/lab-results/contract';

const TINTS = { critical: 'bg-critical-tint', abnormal: 'bg-abnormal-tint', quiet: '' } as const;
const STATUS_WORDS: Record<string, string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  corrected: 'Corrected',
};

export interface ReplacedValue {
  from: string;
  at: string;
}

/** The value a correction replaced, with the moment of the correction; the latest one counts. */
export function replacedValue(
  observationId: string,
  corrections: readonly Correction[],
): ReplacedValue | null {
  for (const correction of [...corrections].sort((a, b) => b.version - a.version)) {
    const change = correction.changes.find(
      (candidate) => candidate.observation_id === observationId && candidate.field === 'value_text',
    );
    if (change && typeof change.from === 'string') return { from: change.from, at: correction.at };
  }
  return null;
}

export function rangeText(observation: Pick<Observation, 'reference_range'>): string | null {
  const range = observation.reference_range;
  if (!range) return null;
  if (range.text) return range.text;
  if (range.low !== null && range.high !== null) return `${range.low} – ${range.high}`;
  if (range.low !== null) return `≥ ${range.low}`;
  if (range.high !== null) return `≤ ${range.high}`;
  return null;
}

/** More decimals than a clinician reads; the two values beside the difference are never rounded. */
const MAX_DECIMALS = 4;

export function difference(
  observation: Pick<Observation, 'value_text' | 'value_number' | 'comparator' | 'previous'>,
): string | null {
  const before = observation.previous?.value_text;
  if (observation.value_number === null || !before || observation.comparator) return null;
  // Only plain numbers are compared: "<0.5" or "1:80" have no difference.
  if (!/^-?\d+(\.\d+)?$/.test(before)) return null;
  const delta = observation.value_number - Number(before);
  const digits = before.split('.')[1]?.length ?? 0;
  const ownDigits = observation.value_text?.split('.')[1]?.length ?? 0;
  if (delta === 0) return 'no change';
  const rounded = Math.abs(delta).toFixed(Math.min(MAX_DECIMALS, Math.max(digits, ownDigits)));
  return `${delta > 0 ? '+' : '−'}${rounded}`;
}

/** A number is never broken over two lines: its halves would read as two values. Text is, at any length. */
const UNBROKEN = 19;

export function valueSpacing(value: string): string {
  return value.length <= UNBROKEN ? 'whitespace-pre' : 'whitespace-pre-wrap';
}

interface ObservationRowProps {
  observation: Observation;
  corrections: readonly Correction[];
  zone: string;
}

export function ObservationRow({ observation, corrections, zone }: ObservationRowProps) {
  const mark = markOf(observation);
  const replaced = replacedValue(observation.id, corrections);
  const statusWord = STATUS_WORDS[observation.status];
  const range = rangeText(observation);
  const delta = difference(observation);
  const withdrawn = mark.shape === 'struck';
  const unfinished = observation.status === 'preliminary' || observation.status === 'partial';
  return (
    <>
      <Row className={`result-row ${unfinished ? 'unfinished' : ''}`}>
        <Cell className="spine">
          <ResultMark mark={mark} />
        </Cell>
        <RowHead className="test">
          {observation.name}
          {statusWord ? <span className="block text-sm font-normal text-info">{statusWord}</span> : null}
        </RowHead>
        <Cell className={`value ${TINTS[mark.tone]}`}>
          {observation.value_text !== null ? (
            <span
              className={`text-value font-semibold ${valueSpacing(observation.value_text)} ${withdrawn ? 'line-through' : ''}`}
            >
              {observation.value_text}
            </span>
          ) : (
            <span className="text-ink-2">No value</span>
          )}
          {observation.unit && observation.value_text !== null ? (
            <span className="ml-1.5">{observation.unit}</span>
          ) : null}
          {mark.shape === 'none' && mark.word === 'Normal' ? null : <MarkWord mark={mark} />}
          {replaced ? (
            <span className="block text-sm text-info">
              was <del>{replaced.from}</del>, changed {formatInstant(replaced.at, zone)}
            </span>
          ) : null}
        </Cell>
        <Cell className="range" label="Reference range">
          {range ? (
            <span className="block">{range}</span>
          ) : (
            <span className="text-ink-2">No range given</span>
          )}
          {withdrawn ? null : <RangeRail observation={observation} />}
        </Cell>
        <Cell className="previous" label="Previous">
          {observation.previous?.value_text ? (
            <>
              <span className={`mr-1.5 ${valueSpacing(observation.previous.value_text)}`}>
                {observation.previous.value_text}
              </span>
              {delta ? <span className="inline-block text-ink-2">({delta})</span> : null}
              {observation.previous.observed_at ? (
                <span className="block text-sm whitespace-nowrap text-ink-2">
                  {formatInstant(observation.previous.observed_at, zone)}
                </span>
              ) : null}
            </>
          ) : (
            <span className="text-ink-2">None</span>
          )}
        </Cell>
      </Row>
      {observation.notes.length > 0 ? (
        <Row className="note-row">
          <Cell colSpan={5} className="note">
            {observation.notes.map((note) => (
              <p key={note.text} className="max-w-prose whitespace-pre-wrap">
                <span className="text-sm text-ink-2">Note on {observation.name}: </span>
                {note.text}
              </p>
            ))}
          </Cell>
        </Row>
      ) : null}
    </>
  );
}
