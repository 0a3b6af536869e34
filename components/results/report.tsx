/** A lab report: head, panels with their results, comments and corrections. */
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { TextLink } from '../ui/text-link';
import { changeWord } from './change-words';
import { CorrectionList } from './corrections';
import { ObservationRow } from './observation-row';
import { ReportHead } from './report-head';
import { mostSevereFirst, shownLines } from './shown-lines';
import type { SignedBy } from './signed-by';
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { RecentValues, ResultVersions } from '@/server/domain/lab-results/history-contract';
import { RESULT_STATUS_WORDS, joinTests } from '@/server/domain/lab-results/rules';
import { wholeWidth } from './aligned-value';
import { commentsHeading } from './words';

const HEADS = ['Test', 'Value', 'Reference range', 'Previous'] as const;

const formatCount = new Intl.NumberFormat('en-US').format;

interface PanelProps {
  panel: LabResult['panels'][number];
  /** Number of hidden lines. */
  hidden: number;
  report: LabResult;
  recent: RecentValues['lines'] | undefined;
  versions: ResultVersions['data'] | undefined;
  linked: boolean;
}

function Panel({ panel, hidden, report, recent, versions, linked }: PanelProps) {
  const byLine = recent && new Map(recent.map(({ observation_id, values }) => [observation_id, values]));
  const width = wholeWidth(panel.observations.map(({ value_text }) => value_text));
  // The title of a report with one panel is its name, and the head shows its status.
  const isPlain = panel.status === 'final' || report.status === 'entered_in_error';
  const isNamed =
    report.panels.length === 1 && (isPlain || panel.status === report.status) && !panel.is_reflex;
  return (
    <section aria-labelledby={`panel-${panel.id}`} className="mb-8">
      <h2 id={`panel-${panel.id}`} className={isNamed ? 'sr-only' : 'text-section font-semibold'}>
        {panel.name}
        {isPlain ? null : (
          <span className="ml-2 text-base font-normal text-info">{RESULT_STATUS_WORDS[panel.status]}</span>
        )}
        {panel.is_reflex ? (
          <span className="ml-2 text-base font-normal text-ink-2">Added by the laboratory</span>
        ) : null}
      </h2>
      {panel.observations.length === 0 ? (
        hidden > 0 ? null : (
          <EmptyState
            title={
              panel.status === 'cancelled'
                ? 'The laboratory canceled this panel.'
                : 'No results in this panel yet.'
            }
          />
        )
      ) : (
        <table role="table" className="ruled-table report-table">
          <caption className="sr-only">{panel.name}, results</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                <span className="sr-only">Flag</span>
              </th>
              {HEADS.map((head) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
              {recent ? (
                <th role="columnheader" scope="col">
                  Trend
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {panel.observations.map((observation) => (
              <ObservationRow
                key={observation.id}
                observation={observation}
                corrections={report.corrections}
                versions={versions}
                patientId={linked ? report.patient_id : undefined}
                recent={byLine && (byLine.get(observation.id) ?? null)}
                width={width}
              />
            ))}
          </tbody>
        </table>
      )}
      {hidden > 0 ? (
        <p className="mt-2">{formatCount(hidden)} more results of this panel are hidden.</p>
      ) : null}
      {panel.notes.map((note) => (
        <p key={note.text} className="mt-2 max-w-prose whitespace-pre-wrap">
          {note.text}
        </p>
      ))}
    </section>
  );
}

type CorrectionsProps = Pick<ReportProps, 'report' | 'versions'> & {
  until: ReportProps['correctionsUntil'];
};

function Corrections({ report, versions, until = report.version }: CorrectionsProps) {
  const shown = report.corrections.filter(({ version }) => version <= until);
  if (shown.length === 0) return null;
  const corrected = report.corrections.some(
    ({ version }) => changeWord(report, version) === RESULT_STATUS_WORDS.corrected,
  );
  return (
    <section aria-labelledby="corrections" className="mb-8">
      <h2 id="corrections" className="text-section font-semibold">
        {shown.length === report.corrections.length
          ? corrected
            ? 'Corrections'
            : 'Changes'
          : 'Earlier changes'}
      </h2>
      <CorrectionList report={report} versions={versions} until={until} />
    </section>
  );
}

export interface LineOrder {
  order: 'severity' | 'laboratory';
  /** URL of this report in the other order. */
  other: string;
}

/** Whether the two orders differ. */
const canReorder = ({ panels }: LabResult): boolean =>
  panels.some(({ observations }) =>
    mostSevereFirst(observations).some((line, index) => line !== observations[index]),
  );

interface ReportProps {
  report: LabResult;
  orderedBy?: string | null;
  /** Who signed the newest version. */
  signed?: SignedBy | null | undefined;
  /** With recent values the table has a trend column. */
  recent?: RecentValues['lines'] | undefined;
  /** Undefined for a report with one version. */
  versions: ResultVersions['data'] | undefined;
  /** Names of tests link to their trends. */
  linked?: boolean;
  /** On screen: a short head, and severe lines first unless the laboratory's order is asked for. */
  lines?: LineOrder | undefined;
  /** URL of the report with all lines; without it they are shown here. */
  allLinesHref?: string | undefined;
  /** Later corrections are shown above the report. */
  correctionsUntil?: number | undefined;
}

function NotShown({ hidden, total, href }: { hidden: number; total: number; href: string }) {
  return (
    <div className="mb-6">
      <p className="font-semibold">
        {formatCount(total - hidden)} of {formatCount(total)} results shown.
      </p>
      <p className="mb-2 max-w-prose">
        All results with a flag, comment or change, or without final status, are included.
      </p>
      <LinkButton href={href} weight="secondary">
        Show all {formatCount(total)} results
      </LinkButton>
    </div>
  );
}

export function Report({
  report,
  orderedBy = null,
  signed,
  recent,
  versions,
  linked = false,
  lines,
  allLinesHref,
  correctionsUntil,
}: ReportProps) {
  const withdrawn = report.status === 'entered_in_error';
  const shown = allLinesHref === undefined ? null : shownLines(report);
  const notShown =
    shown && shown.hidden > 0 ? (
      <NotShown hidden={shown.hidden} total={shown.total} href={allLinesHref!} />
    ) : null;
  const panels = shown?.panels ?? report.panels.map((panel) => ({ ...panel, hidden: 0 }));
  return (
    <article className={withdrawn ? 'text-ink-2' : ''}>
      {lines && canReorder(report) ? (
        <p className="float-right ml-4 text-sm">
          <TextLink href={lines.other} scroll={false}>
            {lines.order === 'severity' ? 'Sort as reported' : 'Sort by severity'}
          </TextLink>
        </p>
      ) : null}
      <ReportHead report={report} orderedBy={orderedBy} signed={signed} compact={lines !== undefined} />
      {notShown}
      {panels.length === 0 ? (
        <EmptyState title="No results yet.">
          {report.pending_tests.length > 0
            ? `Pending: ${joinTests(report.pending_tests)}.`
            : 'The laboratory has not sent any results.'}
        </EmptyState>
      ) : (
        panels.map(({ hidden, ...panel }) => (
          <Panel
            key={panel.id}
            panel={
              lines?.order === 'severity'
                ? { ...panel, observations: [...mostSevereFirst(panel.observations)] }
                : panel
            }
            hidden={hidden}
            report={report}
            recent={recent}
            versions={versions}
            linked={linked}
          />
        ))
      )}
      {notShown}
      {report.notes.length > 0 ? (
        <section aria-labelledby="report-notes" className="mb-8">
          <h2 id="report-notes" className="text-section font-semibold">
            {commentsHeading(report.notes)}
          </h2>
          {report.notes.map((note) => (
            <p key={note.text} className="max-w-prose whitespace-pre-wrap">
              {note.text}
            </p>
          ))}
        </section>
      ) : null}
      <Corrections report={report} versions={versions} until={correctionsUntil} />
      {report.lab?.director || report.lab?.accreditation_number ? (
        <p className="mb-8 text-sm text-ink-2">
          {[
            report.lab.director ? `Laboratory director ${report.lab.director}` : '',
            report.lab.accreditation_number ? `Accreditation ${report.lab.accreditation_number}` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : null}
    </article>
  );
}
