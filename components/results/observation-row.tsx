/** One result line: mark, test, value with unit, range with rail, previous value. Everything is in the server's HTML. */
import { useFormat } from '#format';
import { showTurns } from '../format/isolate';
import { Cell, Row, RowHead } from '../ui/data-table';
import { markOf } from './marks';
import { replacedValue, reportedWords } from './replaced-value';
import { MarkWord, ResultMark } from './result-mark';
import { RangeRail } from './range-rail';
import { AlignedValue, valueSpacing } from './aligned-value';
import { TestTexts, ValueTexts } from './coded-texts';
import { trendHref } from './flow-address';
import { Sparkline, type Recent } from './sparkline';
import { TextLink } from '../ui/text-link';
import type { Observation } from '@/server/domain/lab-results/contract';
import type { Correction } from '@/server/data-types/lab-result';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import { interpretationWord, noteworthyStatus } from '@/server/domain/lab-results/rules';

const TINTS = { critical: 'bg-critical-tint', abnormal: 'bg-abnormal-tint', quiet: '' } as const;

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

interface ObservationRowProps {
  observation: Observation;
  corrections: readonly Correction[];
  /** Of the report, for the times of values that were replaced. */
  versions?: ResultVersions['data'] | undefined;
  /** Whose values over time the name leads to. */
  patientId?: string | undefined;
  /** Values that led to this one; undefined: there is no column for them. */
  recent?: Recent | null | undefined;
  /** Digits before the point that the values of the panel need. */
  width?: number;
}

export function ObservationRow({
  observation,
  corrections,
  versions,
  patientId,
  recent,
  width = 0,
}: ObservationRowProps) {
  const format = useFormat();
  const mark = markOf(observation);
  const replaced = replacedValue(observation.id, corrections);
  const statusWord = noteworthyStatus(observation.status);
  const range = rangeText(observation);
  const delta = difference(observation);
  const withdrawn = mark.shape === 'struck';
  const alsoFlagged = observation.flags
    .filter((flag) => flag !== observation.interpretation)
    .map((flag) => interpretationWord(flag));
  const trend =
    patientId && !withdrawn ? trendHref(patientId, [observation.loinc ?? observation.code]) : undefined;
  const unfinished = observation.status === 'preliminary' || observation.status === 'partial';
  return (
    <>
      <Row
        className={`result-row ${unfinished ? 'unfinished' : ''} ${mark.tone === 'quiet' ? '' : 'must-view'}`}
      >
        <Cell className="spine">
          <ResultMark mark={mark} />
        </Cell>
        <RowHead className="test">
          {trend ? <TextLink href={trend}>{observation.name}</TextLink> : observation.name}
          {statusWord ? <span className="block text-sm font-normal text-info">{statusWord}</span> : null}
          <TestTexts observation={observation} />
        </RowHead>
        <Cell className={`value ${TINTS[mark.tone]}`}>
          {observation.value_text !== null ? (
            <AlignedValue
              value={observation.value_text}
              width={width}
              className={`text-value font-semibold ${withdrawn ? 'line-through' : ''}`}
            />
          ) : (
            <span className="text-ink-2">
              {observation.value_type === 'attachment' ? 'Sent as a file' : 'No value'}
            </span>
          )}
          {observation.unit && observation.value_text !== null ? (
            <span className="ml-1.5">{observation.unit}</span>
          ) : null}
          <ValueTexts observation={observation} />
          {mark.shape === 'none' && mark.word === 'Normal' ? null : <MarkWord mark={mark} />}
          {alsoFlagged.length > 0 && !withdrawn ? (
            <span className="block text-sm">Also flagged: {alsoFlagged.join(', ')}</span>
          ) : null}
          {replaced ? (
            <span className="block text-sm text-info">
              was <del>{showTurns(replaced.from)}</del>, {reportedWords(replaced.version, versions, format)}
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
          {observation.previous ? (
            <>
              {observation.previous.value_text !== null ? (
                <span className={`mr-1.5 ${valueSpacing(observation.previous.value_text)}`}>
                  {showTurns(observation.previous.value_text)}
                </span>
              ) : (
                <span className="text-ink-2">No value</span>
              )}
              {delta ? <span className="inline-block text-ink-2">({delta})</span> : null}
              {observation.previous.observed_at ? (
                <span className="block text-sm whitespace-nowrap text-ink-2">
                  {format.clinical(
                    observation.previous.observed_at,
                    observation.previous.observed_at_precision,
                  )}
                </span>
              ) : null}
            </>
          ) : (
            // Values in another unit are not compared, and not denied.
            <span className="text-ink-2">{observation.unit ? `None in ${observation.unit}` : 'None'}</span>
          )}
        </Cell>
        {recent === undefined ? null : (
          <Cell className="course">
            {recent && trend && recent.length > 1 ? (
              <TextLink href={trend} className="inline-block min-h-6">
                <Sparkline values={recent} />
                <span className="sr-only">
                  {observation.name}, last {recent.length} values over time
                </span>
              </TextLink>
            ) : null}
          </Cell>
        )}
      </Row>
      {observation.notes.length > 0 ? (
        <Row className="note-row">
          <Cell colSpan={recent === undefined ? 5 : 6} className="note">
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
