/** The versions of a report, and the comparison of an earlier version with the current one. */
import { Fragment, type ReactNode } from 'react';
import { useFormat } from '#format';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { OBSERVATION_STATUS_WORDS, RESULT_STATUS_WORDS, joinTests } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { list } from '../format/lists';
import { Unit } from '../format/unit';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { TestTexts, ValueTexts } from './coded-texts';
import { markOf } from './marks';
import { signedBy, signedWords } from './signed-by';
import { valueSpacing } from './aligned-value';
import { reportedWords } from './replaced-value';
import { LAB_COMMENTS, missingValueWords, NO_RANGE, rangeText } from './words';

interface VersionsProps {
  report: LabResult;
  versions: ResultVersions['data'];
  /** Undefined if the sign-offs could not be read. */
  entries: ReviewState['entries'] | undefined;
  /** The earlier version to compare. */
  earlier: LabResult | null;
  /** URL of the report. */
  path: string;
}

export function Versions({ report, versions, entries, earlier, path }: VersionsProps) {
  const format = useFormat();
  const signature = (version: number): string => {
    const signed = entries && signedBy(report, entries, version);
    return signed ? `, signed ${signedWords(signed, format)}` : '';
  };
  return (
    <section aria-labelledby="versions" className="mb-8">
      <h2 id="versions" tabIndex={-1} className="text-section font-semibold">
        Versions
      </h2>
      <ul className="mb-3 border-t-2 border-ink">
        {versions.map(({ version, status }) => (
          <li key={version} className="flex flex-wrap gap-x-4 border-b border-line py-1">
            <span className={version === earlier?.version ? 'font-semibold' : ''}>
              Version {version}, {RESULT_STATUS_WORDS[status]}, {reportedWords(version, versions, format)}
              {signature(version)}
            </span>
            {version === report.version ? (
              <span className="text-ink-2">Current</span>
            ) : version === earlier?.version ? (
              <TextLink href={`${path}#versions`}>Close</TextLink>
            ) : (
              <TextLink href={`${path}?version=${version}#versions`}>
                Compare with current<span className="sr-only">: version {version}</span>
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      {earlier ? <Comparison earlier={earlier} current={report} /> : null}
    </section>
  );
}

interface Pair {
  id: string;
  name: string;
  before: Observation | undefined;
  after: Observation | undefined;
}

/** In the order of the current version, followed by the lines that only the earlier one has. */
export function pairLines(earlier: LabResult, current: LabResult): Pair[] {
  const linesOf = (report: LabResult) => report.panels.flatMap(({ observations }) => observations);
  const before = new Map(linesOf(earlier).map((line) => [line.id, line]));
  const after = linesOf(current);
  const kept = new Set(after.map(({ id }) => id));
  return [
    ...after.map((line) => ({ id: line.id, name: line.name, before: before.get(line.id), after: line })),
    ...[...before.values()]
      .filter(({ id }) => !kept.has(id))
      .map((line) => ({ id: line.id, name: line.name, before: line, after: undefined })),
  ];
}

const commentsOf = (line: Observation): string => line.notes.map(({ text }) => text).join('\n');

/** Texts next to the codes, and the role of the line. */
const textsOf = (line: Observation): string =>
  JSON.stringify([
    line.role,
    line.original_text,
    line.alternate_code,
    line.value_original_text,
    line.value_alternate_codes,
  ]);

/** The parts of a line that are compared, in the order of display. */
const PARTS = {
  value: ({ value_text: value }: Observation) => value,
  unit: ({ unit }: Observation) => unit,
  texts: textsOf,
  flag: (line: Observation) => markOf(line).word,
  range: rangeText,
  comments: commentsOf,
};
type Part = keyof typeof PARTS;
const PART_WORDS: Record<Part, string> = {
  value: 'value',
  unit: 'unit',
  texts: 'description',
  flag: 'flag',
  range: 'reference range',
  comments: 'lab comments',
};

const changedParts = (before: Observation, after: Observation): readonly Part[] =>
  (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part](before) !== PARTS[part](after));

/** Laboratories mark every line of a corrected report as corrected: that alone must not look like a changed value. */
export function changeOf(
  before: Observation | undefined,
  after: Observation | undefined,
): 'content' | 'status' | null {
  if (!before || !after || changedParts(before, after).length > 0) return 'content';
  return before.status === after.status ? null : 'status';
}

/** "Value and flag changed" */
export function changeWords({ before, after }: Pick<Pair, 'before' | 'after'>): string {
  if (!before) return 'Added';
  if (!after) return 'Removed';
  const words = list(changedParts(before, after).map((part) => PART_WORDS[part]));
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} changed`;
}

/** "1 of 4 results changed, 3 only in status." */
export function changedWords(pairs: readonly Pair[]): string {
  const changes = pairs.map(({ before, after }) => changeOf(before, after));
  const content = changes.filter((change) => change === 'content').length;
  const status = changes.filter((change) => change === 'status').length;
  const changed =
    content === 0 ? 'No result values changed' : `${content} of ${pairs.length} results changed`;
  return `${changed}${status > 0 ? `, ${status} only in status` : ''}.`;
}

/** Data of the whole report, in which two versions may differ although no line does. */
export const factsOf = (report: LabResult, format: Format): [label: string, words: string][] => [
  ['Collected', format.clinical(report.collected_at, report.collected_at_precision)],
  ['Reported', format.clinical(report.reported_at, report.reported_at_precision)],
  [
    'Specimen',
    report.specimens
      .map(({ type, condition, rejected_reason: rejected }) =>
        [type ?? 'Unnamed', condition, rejected].filter(Boolean).join(', '),
      )
      .join('; ') || '—',
  ],
  ['Pending tests', joinTests(report.pending_tests) || 'None'],
  [LAB_COMMENTS, report.notes.map(({ text }) => text).join('\n') || 'None'],
];

function Comparison({ earlier, current }: { earlier: LabResult; current: LabResult }) {
  const format = useFormat();
  const pairs = pairLines(earlier, current);
  const facts = factsOf(current, format).map(([label, after], index) => ({
    label,
    texts: [factsOf(earlier, format)[index]![1], after] as const,
  }));
  return (
    <>
      <p className="mb-2 font-semibold">{changedWords(pairs)}</p>
      <DataTable
        caption={`Version ${earlier.version} compared with version ${current.version}`}
        columns={['Test', `Version ${earlier.version}`, `Version ${current.version}`]}
      >
        {facts
          .filter(({ label, texts }) => label === 'Collected' || texts[0] !== texts[1])
          .map(({ label, texts }) => {
            const marked = texts[0] !== texts[1];
            return (
              <Row key={label}>
                <RowHead className="font-normal">
                  {label}
                  {marked ? <span className="block text-sm text-info">Changed</span> : null}
                </RowHead>
                {texts.map((words, index) => (
                  <Cell
                    key={index}
                    label={`Version ${index === 0 ? earlier.version : current.version}`}
                    className={`whitespace-pre-line ${marked ? 'version-changed' : ''}`}
                  >
                    {words}
                  </Cell>
                ))}
              </Row>
            );
          })}
        {pairs.map(({ id, name, before, after }) => {
          const change = changeOf(before, after);
          const parts = before && after ? changedParts(before, after) : [];
          return (
            <Row key={id}>
              <RowHead>
                {name}
                {change === 'content' ? (
                  <span className="block text-sm text-info">{changeWords({ before, after })}</span>
                ) : null}
                {change === 'status' ? (
                  <span className="block text-sm font-normal text-ink-2">Status changed</span>
                ) : null}
              </RowHead>
              {[before, after].map((line, index) => (
                <Cell
                  key={index}
                  label={`Version ${index === 0 ? earlier.version : current.version}`}
                  className={change === 'content' ? 'version-changed' : ''}
                >
                  <Line line={line} changed={parts} />
                </Cell>
              ))}
            </Row>
          );
        })}
      </DataTable>
    </>
  );
}

interface LineProps {
  line: Observation | undefined;
  /** The parts that differ from the other version. */
  changed: readonly Part[];
}

function Line({ line, changed }: LineProps) {
  if (!line) return <span className="text-ink-2">Not in this version</span>;
  const mark = markOf(line);
  const marked = (part: Part, content: ReactNode) =>
    changed.includes(part) ? <mark>{content}</mark> : content;
  const facts = [
    OBSERVATION_STATUS_WORDS[line.status],
    mark.shape === 'struck' ? null : marked('flag', mark.word),
    marked('range', rangeText(line) ?? NO_RANGE),
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <>
      {line.value_text === null ? (
        <span className="text-ink-2">{marked('value', missingValueWords(line))}</span>
      ) : (
        <span
          className={`font-semibold ${valueSpacing(line.value_text)} ${mark.shape === 'struck' ? 'line-through' : ''}`}
        >
          {marked('value', showTurns(line.value_text))}
        </span>
      )}
      {line.unit && line.value_text !== null ? (
        // A changed unit as received: two spellings may look the same.
        <> {changed.includes('unit') ? <mark>{line.unit}</mark> : <Unit unit={line.unit} />}</>
      ) : null}
      <TestTexts observation={line} />
      <ValueTexts observation={line} />
      <span className="block text-sm text-ink-2">
        {facts.map((fact, index) => (
          <Fragment key={index}>
            {index === 0 ? '' : ', '}
            {fact}
          </Fragment>
        ))}
      </span>
      {line.notes.map(({ text }) => (
        <span key={text} className="block text-sm whitespace-pre-wrap">
          {marked('comments', text)}
        </span>
      ))}
    </>
  );
}
