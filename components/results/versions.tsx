/** Which versions of a report there were; an earlier one beside the newest, line by line, what differs is marked. */
import { useFormat } from '#format';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import { OBSERVATION_STATUS_WORDS, RESULT_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import type { Format } from '../format/format';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { TestTexts, ValueTexts } from './coded-texts';
import { markOf } from './marks';
import { valueSpacing } from './aligned-value';
import { rangeText } from './observation-row';
import { reportedWords } from './replaced-value';

interface VersionsProps {
  report: LabResult;
  versions: ResultVersions['data'];
  /** The earlier version that stands beside the newest. */
  earlier: LabResult | null;
  /** Address of the report. */
  path: string;
}

export function Versions({ report, versions, earlier, path }: VersionsProps) {
  const format = useFormat();
  return (
    <section aria-labelledby="versions" className="mb-8">
      <h2 id="versions" tabIndex={-1} className="text-value font-semibold">
        Versions
      </h2>
      <ul className="mb-3 border-t-2 border-ink">
        {versions.map(({ version, status }) => (
          <li key={version} className="flex flex-wrap gap-x-4 border-b border-line py-1">
            <span className={version === earlier?.version ? 'font-semibold' : ''}>
              Version {version}, {RESULT_STATUS_WORDS[status]}, {reportedWords(version, versions, format)}
            </span>
            {version === report.version ? (
              <span className="text-ink-2">shown above</span>
            ) : version === earlier?.version ? (
              <TextLink href={`${path}#versions`}>Close</TextLink>
            ) : (
              <TextLink href={`${path}?version=${version}#versions`}>
                Beside the newest<span className="sr-only">: version {version}</span>
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      {earlier ? <Beside earlier={earlier} newest={report} /> : null}
    </section>
  );
}

interface Pair {
  id: string;
  name: string;
  before: Observation | undefined;
  after: Observation | undefined;
}

/** In the order of the newest report; lines that only the earlier one has come last. */
export function pairLines(earlier: LabResult, newest: LabResult): Pair[] {
  const linesOf = (report: LabResult) => report.panels.flatMap(({ observations }) => observations);
  const before = new Map(linesOf(earlier).map((line) => [line.id, line]));
  const after = linesOf(newest);
  const kept = new Set(after.map(({ id }) => id));
  return [
    ...after.map((line) => ({ id: line.id, name: line.name, before: before.get(line.id), after: line })),
    ...[...before.values()]
      .filter(({ id }) => !kept.has(id))
      .map((line) => ({ id: line.id, name: line.name, before: line, after: undefined })),
  ];
}

const NOTES = (line: Observation): string => line.notes.map(({ text }) => text).join('\n');

/** What the laboratory wrote next to its codes, and what the line is. */
const TEXTS = (line: Observation): string =>
  JSON.stringify([
    line.role,
    line.original_text,
    line.alternate_code,
    line.value_original_text,
    line.value_alternate_codes,
  ]);

/**
 * What differs of all that is shown of a line. Laboratories mark every line of a corrected report as corrected: that alone
 * must not look like a changed value.
 */
export function changeOf(
  before: Observation | undefined,
  after: Observation | undefined,
): 'content' | 'status' | null {
  if (
    !before ||
    !after ||
    before.value_text !== after.value_text ||
    before.unit !== after.unit ||
    markOf(before).word !== markOf(after).word ||
    rangeText(before) !== rangeText(after) ||
    NOTES(before) !== NOTES(after) ||
    TEXTS(before) !== TEXTS(after)
  )
    return 'content';
  return before.status === after.status ? null : 'status';
}

/** "1 of 4 lines changed, 3 only in status." */
export function changedWords(pairs: readonly Pair[]): string {
  const changes = pairs.map(({ before, after }) => changeOf(before, after));
  const content = changes.filter((change) => change === 'content').length;
  const status = changes.filter((change) => change === 'status').length;
  const changed = content === 0 ? 'No value changed' : `${content} of ${pairs.length} lines changed`;
  return `${changed}${status > 0 ? `, ${status} only in status` : ''}.`;
}

/** What holds for the whole report, and in which the two may differ although no line does. */
export const factsOf = (report: LabResult, format: Format): [label: string, words: string][] => [
  ['Collected', format.clinical(report.collected_at, report.collected_at_precision)],
  ['Reported', format.clinical(report.reported_at, report.reported_at_precision)],
  [
    'Specimen',
    report.specimens
      .map(({ type, condition, rejected_reason: refused }) =>
        [type ?? 'Not named', condition, refused].filter(Boolean).join(', '),
      )
      .join('; ') || 'Not known',
  ],
  ['Waiting for', report.pending_tests.join(', ') || 'Nothing'],
  ['Notes from the laboratory', report.notes.map(({ text }) => text).join('\n') || 'None'],
];

function Beside({ earlier, newest }: { earlier: LabResult; newest: LabResult }) {
  const format = useFormat();
  const pairs = pairLines(earlier, newest);
  const facts = factsOf(newest, format).map(([label, after], index) => ({
    label,
    texts: [factsOf(earlier, format)[index]![1], after] as const,
  }));
  return (
    <>
      <p className="mb-2 font-semibold">{changedWords(pairs)}</p>
      <DataTable
        caption={`Version ${earlier.version} beside version ${newest.version}`}
        columns={['Test', `Version ${earlier.version}`, `Version ${newest.version}`]}
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
                    label={`Version ${index === 0 ? earlier.version : newest.version}`}
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
          return (
            <Row key={id}>
              <RowHead>
                {name}
                {change === 'content' ? <span className="block text-sm text-info">Changed</span> : null}
                {change === 'status' ? (
                  <span className="block text-sm font-normal text-ink-2">Only the status changed</span>
                ) : null}
              </RowHead>
              {[before, after].map((line, index) => (
                <Cell
                  key={index}
                  label={`Version ${index === 0 ? earlier.version : newest.version}`}
                  className={change === 'content' ? 'version-changed' : ''}
                >
                  <Line line={line} />
                </Cell>
              ))}
            </Row>
          );
        })}
      </DataTable>
    </>
  );
}

function Line({ line }: { line: Observation | undefined }) {
  if (!line) return <span className="text-ink-2">Not in this version</span>;
  const mark = markOf(line);
  const range = rangeText(line);
  return (
    <>
      {line.value_text === null ? (
        <span className="text-ink-2">{line.value_type === 'attachment' ? 'Sent as a file' : 'No value'}</span>
      ) : (
        <span
          className={`font-semibold ${valueSpacing(line.value_text)} ${mark.shape === 'struck' ? 'line-through' : ''}`}
        >
          {showTurns(line.value_text)}
        </span>
      )}
      {line.unit && line.value_text !== null ? ` ${line.unit}` : ''}
      <TestTexts observation={line} />
      <ValueTexts observation={line} />
      <span className="block text-sm text-ink-2">
        {[
          OBSERVATION_STATUS_WORDS[line.status],
          mark.shape === 'struck' ? '' : mark.word,
          range ?? 'No range given',
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      {line.notes.map(({ text }) => (
        <span key={text} className="block text-sm whitespace-pre-wrap">
          {text}
        </span>
      ))}
    </>
  );
}
