/** One result line: flag, test, value with unit, reference range, previous value, and the recent values as a graph. */
import { useFormat } from '#format';
import { showTurns } from '../format/isolate';
import { Unit } from '../format/unit';
import { unitWords } from '@/server/data-types/unit-text';
import { Cell, Row, RowHead } from '../ui/data-table';
import { Missing } from '../ui/missing';
import { isNormal, markOf, type Mark } from './marks';
import { replacedValue, reportedWords } from './replaced-value';
import { MARK_TINTS, MarkWord, ResultMark } from './result-mark';
import { RangeRail } from './range-rail';
import { AlignedValue, valueSpacing } from './aligned-value';
import { TestTexts, ValueTexts } from './coded-texts';
import { trendHref } from './flow-filter';
import { Sparkline, type Recent } from './sparkline';
import { TextLink } from '../ui/text-link';
import { missingValueWords, NO_RANGE, NO_VALUE, rangeText, recentWords } from './words';
import type { Observation } from '@/server/domain/lab-results/contract';
import type { Correction } from '@/server/data-types/lab-result';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import { interpretationWord, noteworthyStatus } from '@/server/domain/lab-results/rules';

/** Only the difference is rounded, never the two values. */
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
  /** Versions of the report, for the times of replaced values. */
  versions?: ResultVersions['data'] | undefined;
  /** With a patient, the name links to the trend of the test. */
  patientId?: string | undefined;
  /** Undefined if the table has no trend column. */
  recent?: Recent | null | undefined;
  /** Digits before the decimal point that the values of the panel need. */
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
  const mark = markOf(observation);
  const statusWord = noteworthyStatus(observation.status);
  const withdrawn = mark.shape === 'struck';
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
        <ValueCell
          observation={observation}
          mark={mark}
          corrections={corrections}
          versions={versions}
          width={width}
        />
        <Cell className="range" label="Reference range">
          <RangeWords observation={observation} />
          {withdrawn ? null : <RangeRail observation={observation} />}
        </Cell>
        <PreviousCell observation={observation} />
        {recent === undefined ? null : (
          <Cell className="trend-cell">
            {recent && trend && recent.length > 1 ? (
              <TextLink href={trend} className="inline-block min-h-6">
                <Sparkline values={recent} />
                <span className="sr-only">{recentWords(observation.name, recent.length)}</span>
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
                <span className="text-sm text-ink-2">Lab comment on {observation.name}: </span>
                {note.text}
              </p>
            ))}
          </Cell>
        </Row>
      ) : null}
    </>
  );
}

function RangeWords({ observation }: { observation: Observation }) {
  const range = rangeText(observation);
  return range ? (
    <span className="block max-md:not-print:inline">{range}</span>
  ) : (
    <span className="text-ink-2">{NO_RANGE}</span>
  );
}

interface ValueCellProps extends Pick<ObservationRowProps, 'observation' | 'corrections' | 'versions'> {
  mark: Mark;
  width: number;
}

function ValueCell({ observation, mark, corrections, versions, width }: ValueCellProps) {
  const format = useFormat();
  const { value_text: value, unit, interpretation, flags } = observation;
  const replaced = replacedValue(observation.id, corrections);
  const withdrawn = mark.shape === 'struck';
  const alsoFlagged = flags.filter((flag) => flag !== interpretation).map((flag) => interpretationWord(flag));
  return (
    <Cell className={`value ${MARK_TINTS[mark.tone]}`}>
      {value === null ? (
        <span className="text-ink-2">{missingValueWords(observation)}</span>
      ) : (
        <AlignedValue
          value={value}
          width={width}
          className={`text-value font-semibold ${withdrawn ? 'line-through' : ''}`}
        />
      )}
      {unit && value !== null ? (
        <span className="ml-1.5">
          <Unit unit={unit} />
        </span>
      ) : null}
      <ValueTexts observation={observation} />
      {isNormal(mark) ? null : <MarkWord mark={mark} />}
      {alsoFlagged.length > 0 && !withdrawn ? (
        <span className="block text-sm">Also flagged: {alsoFlagged.join(', ')}</span>
      ) : null}
      {replaced ? (
        <span className="block text-sm text-info">
          was <del>{showTurns(replaced.from)}</del>, {reportedWords(replaced.version, versions, format)}
        </span>
      ) : null}
    </Cell>
  );
}

function PreviousCell({ observation }: { observation: Observation }) {
  const format = useFormat();
  const { previous, unit, observed_at, observed_at_precision } = observation;
  const delta = difference(observation);
  return (
    <Cell className="previous" label="Previous">
      {previous ? (
        <>
          {previous.value_text === null ? (
            <span className="text-ink-2">{NO_VALUE}</span>
          ) : (
            <span className={`mr-1 ${valueSpacing(previous.value_text)}`}>
              {showTurns(previous.value_text)}
            </span>
          )}
          {delta ? <span className="inline-block text-ink-2">({delta})</span> : null}
          {previous.observed_at ? (
            <>
              {' '}
              <PreviousTime now={observed_at && format.clinical(observed_at, observed_at_precision)}>
                {format.clinical(previous.observed_at, previous.observed_at_precision)}
              </PreviousTime>
            </>
          ) : null}
        </>
      ) : (
        // There may be previous values in another unit, which are not compared.
        <Missing words={unit ? `No previous value in ${unitWords(unit)}` : 'No previous value'} />
      )}
    </Cell>
  );
}

/** A phone shows the time of day only if both values are of one day. */
function PreviousTime({ now, children }: { now: string | null; children: string }) {
  const [day, ...time] = children.split(' ');
  const isSameDay = now?.split(' ')[0] === day;
  return (
    <span className="block text-sm whitespace-nowrap text-ink-2 max-md:not-print:inline">
      {day}{' '}
      {time.length === 0 ? null : (
        <span className={isSameDay ? undefined : 'max-md:not-print:hidden'}>{time.join(' ')}</span>
      )}
    </span>
  );
}
