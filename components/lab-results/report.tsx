/** A whole lab report, readable without scripts: head, panels with their lines, notes, corrections. */
import { word } from '../format/words';
import { EmptyState } from '../ui/empty-state';
import { changeWord } from './change-words';
import { CorrectionList } from './corrections';
import { ObservationRow } from './observation-row';
import { ReportHead } from './report-head';
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { RecentValues, ResultVersions } from '@/server/domain/lab-results/history-contract';
import { wholeWidth } from './aligned-value';

const HEADS = ['Test', 'Value', 'Reference range', 'Previous'] as const;

interface PanelProps {
  panel: LabResult['panels'][number];
  report: LabResult;
  zone: string;
  recent: RecentValues['lines'] | undefined;
  versions: ResultVersions['data'] | undefined;
  linked: boolean;
}

function Panel({ panel, report, zone, recent, versions, linked }: PanelProps) {
  const byLine = recent && new Map(recent.map(({ observation_id, values }) => [observation_id, values]));
  const width = wholeWidth(panel.observations.map(({ value_text }) => value_text));
  return (
    <section aria-labelledby={`panel-${panel.id}`} className="mb-8">
      <h2 id={`panel-${panel.id}`} className="text-value font-semibold">
        {panel.name}
        {panel.status === 'final' ? null : (
          <span className="ml-2 text-base font-normal text-info">{word('result', panel.status)}</span>
        )}
        {panel.is_reflex ? (
          <span className="ml-2 text-base font-normal text-ink-2">Added by the laboratory</span>
        ) : null}
      </h2>
      {panel.observations.length === 0 ? (
        <EmptyState title="No values in this panel yet." />
      ) : (
        <table role="table" className="ruled-table report-table">
          <caption className="sr-only">{panel.name}, result lines</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                <span className="sr-only">Mark</span>
              </th>
              {HEADS.map((head) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
              {recent ? (
                <th role="columnheader" scope="col">
                  Course
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
                zone={zone}
                patientId={linked ? report.patient_id : undefined}
                recent={byLine && (byLine.get(observation.id) ?? null)}
                width={width}
              />
            ))}
          </tbody>
        </table>
      )}
      {panel.notes.map((note) => (
        <p key={note.text} className="mt-2 max-w-prose whitespace-pre-wrap">
          {note.text}
        </p>
      ))}
    </section>
  );
}

type CorrectionsProps = Pick<ReportProps, 'report' | 'zone' | 'versions'>;

function Corrections({ report, zone, versions }: CorrectionsProps) {
  if (report.corrections.length === 0) return null;
  const corrected = report.corrections.some(({ version }) => changeWord(report, version) === 'Corrected');
  return (
    <section aria-labelledby="corrections" className="mb-8">
      <h2 id="corrections" className="text-value font-semibold">
        {corrected ? 'Corrections' : 'Changes'}
      </h2>
      <CorrectionList report={report} zone={zone} versions={versions} />
    </section>
  );
}

interface ReportProps {
  report: LabResult;
  zone: string;
  orderedBy?: string | null;
  /** Values before those of the lines, for a column of small graphs. */
  recent?: RecentValues['lines'] | undefined;
  /** When values that were corrected had been reported; a report of one version has none. */
  versions: ResultVersions['data'] | undefined;
  /** Names of tests lead to their values over time. */
  linked?: boolean;
}

export function Report({ report, zone, orderedBy = null, recent, versions, linked = false }: ReportProps) {
  const withdrawn = report.status === 'entered_in_error';
  return (
    <article className={withdrawn ? 'text-ink-2' : ''}>
      <ReportHead report={report} zone={zone} orderedBy={orderedBy} />
      {report.panels.length === 0 ? (
        <EmptyState title="No values yet.">
          {report.pending_tests.length > 0
            ? `Waiting for: ${report.pending_tests.join(', ')}.`
            : 'The laboratory has sent no lines.'}
        </EmptyState>
      ) : (
        report.panels.map((panel) => (
          <Panel key={panel.id} {...{ panel, report, zone, recent, versions, linked }} />
        ))
      )}
      {report.notes.length > 0 ? (
        <section aria-labelledby="report-notes" className="mb-8">
          <h2 id="report-notes" className="text-value font-semibold">
            Notes from the laboratory
          </h2>
          {report.notes.map((note) => (
            <p key={note.text} className="max-w-prose whitespace-pre-wrap">
              {note.text}
            </p>
          ))}
        </section>
      ) : null}
      <Corrections report={report} zone={zone} versions={versions} />
      {report.lab?.director || report.lab?.accreditation_number ? (
        <p className="text-sm text-ink-2">
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
