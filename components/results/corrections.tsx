/** The changes of a report by version, newest first, each value with the one that it replaced. */
import { useFormat } from '#format';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import { Unit } from '../format/unit';
import { isNormal, markOf } from './marks';
import { ResultMark } from './result-mark';
import { rangeText } from './words';
import { changeWord, shownChanges, type ShownChange } from './change-words';
import { reportedWords } from './replaced-value';

interface CorrectionListProps {
  report: Pick<LabResult, 'corrections' | 'panels' | 'status' | 'collected_at_precision'>;
  versions: ResultVersions['data'] | undefined;
  /** Only changes after this version. */
  since?: number;
  /** And up to this one. */
  until?: number;
}

export function CorrectionList({ report, versions, since = 0, until = Infinity }: CorrectionListProps) {
  const format = useFormat();
  const newestFirst = report.corrections
    .filter(({ version }) => version > since && version <= until)
    .sort((a, b) => b.version - a.version);
  return (
    <ul className="border-t-2 border-ink">
      {newestFirst.map((correction) => (
        <li key={correction.version} className="border-b border-line py-2">
          <p className="font-semibold">
            {changeWord(report, correction.version)} {format.instant(correction.at)}
            {correction.reason ? (
              <span className="font-normal">
                , <bdi>{correction.reason}</bdi>
              </span>
            ) : null}
          </p>
          <Changes
            changes={shownChanges(report, correction, format)}
            reported={(version) => reportedWords(version, versions, format)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ChangesProps {
  changes: readonly ShownChange[];
  reported: (version: number) => string;
}

function Changes({ changes, reported }: ChangesProps) {
  if (changes.length === 0) return <p>No result values changed.</p>;
  return (
    <ul>
      {changes.map((change, index) => (
        <li key={index} className="whitespace-pre-line">
          <Change change={change} reported={reported} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change, reported }: Pick<ChangesProps, 'reported'> & { change: ShownChange }) {
  const { kind, what, from, to, isText, whole, since, line } = change;
  if (whole !== null) return whole;
  const time = since === null ? null : reported(since);
  if (line)
    return kind === 'added' ? (
      <CurrentValue line={line} isAdded>
        {to}
      </CurrentValue>
    ) : (
      <>
        <CurrentValue line={line}>{to}</CurrentValue>, was <del>{from}</del>
        {time === null ? null : `, ${time}`}
      </>
    );
  const before = <del>{from}</del>;
  const after = <ins className="font-semibold no-underline">{to}</ins>;
  if (kind === 'changed')
    return (
      <>
        {what} changed from {isText ? <>“{before}”</> : before}
        {time === null ? null : ` (${time})`} to {isText ? <>“{after}”</> : after}
      </>
    );
  const value = kind === 'added' ? after : before;
  return isText ? (
    <>
      {what} {kind}: {value}
    </>
  ) : (
    <>
      {what} {value}
      {time === null ? null : ` (${time})`} {kind}
    </>
  );
}

interface CurrentValueProps {
  line: Observation;
  isAdded?: boolean;
  children: string;
}

/** As in the row of the result: value, unit, flag and range. */
function CurrentValue({ line, isAdded = false, children }: CurrentValueProps) {
  const mark = markOf(line);
  const range = rangeText(line);
  return (
    <>
      {line.name}:{' '}
      <ins className="font-semibold no-underline">
        {children}
        {line.unit ? (
          <>
            {' '}
            <Unit unit={line.unit} />
          </>
        ) : null}
      </ins>
      {isNormal(mark) ? null : (
        <>
          {' '}
          <ResultMark mark={mark} />
        </>
      )}
      {isAdded ? ' added' : null}, {range ? `range ${range}` : 'no reference range'}
    </>
  );
}
