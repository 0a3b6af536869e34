/** Head of a report: status, critical results, then times, laboratory, specimen and numbers. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import { showTurns } from '../format/isolate';
import { Unit } from '../format/unit';
import { markOf } from './marks';
import { MarkShapeIcon } from './result-mark';
import { valueSpacing } from './aligned-value';
import { signedWords, type SignedBy } from './signed-by';
import { NO_VALUE, statusWords } from './words';
import type { LabResult } from '@/server/domain/lab-results/contract';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import { REVIEW_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { Fact } from '../ui/facts';

export const statusLine = ({ status, panels, pending_tests }: LabResult): string =>
  statusWords(
    status,
    panels.map(({ name }) => name),
    pending_tests,
  );

/** Critical results by name, visible without scrolling. */
function CriticalLines({ report }: { report: LabResult }) {
  const lines = report.panels.flatMap(({ observations }) =>
    observations.flatMap((line) => {
      const mark = markOf(line);
      return mark.tone === 'critical' ? [{ line, mark }] : [];
    }),
  );
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Critical values" data-critical-values className="critical-lines">
      {lines.map(({ line, mark }) => (
        <li key={line.id} className="flex items-start gap-2 font-semibold">
          <span className="text-critical">
            <MarkShapeIcon mark={mark} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {line.name}{' '}
            {line.value_text === null ? (
              NO_VALUE
            ) : (
              <span className={`critical-value ${valueSpacing(line.value_text)}`}>
                {showTurns(line.value_text)}
              </span>
            )}
            {line.unit && line.value_text !== null ? (
              <>
                {' '}
                <Unit unit={line.unit} />
              </>
            ) : null}
            <span className="text-critical">, {mark.word}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const NOT_STATED = '—';
const UNSETTLED = new Set(['preliminary', 'partial', 'corrected']);

interface ReportHeadProps {
  report: LabResult;
  orderedBy?: string | null;
  signed?: SignedBy | null | undefined;
  /** Times, laboratory and specimen in one line, and the rest on demand. */
  compact?: boolean;
}

export function ReportHead({ report, orderedBy, signed, compact = false }: ReportHeadProps) {
  const format = useFormat();
  const time = (name: 'collected_at' | 'received_at' | 'reported_at'): string =>
    report[name] === null ? NOT_STATED : format.clinical(report[name], report[`${name}_precision`]);
  const lastCorrection = report.corrections.at(-1);
  const signature = signed ? `Signed ${signedWords(signed, format)}` : null;
  const specimens = report.specimens.map((specimen) => specimen.type ?? NOT_STATED).join(', ');
  // Nothing to add to the status: it is part of the summary.
  const inSummary =
    compact && !UNSETTLED.has(report.status) && !lastCorrection && !report.computed_flags_present;
  return (
    <div className={compact ? 'report-head' : 'mb-6'}>
      {inSummary ? null : (
        <p
          className={
            UNSETTLED.has(report.status)
              ? 'report-status flow-root border-l-4 border-dashed border-info bg-info-tint px-3 py-1.5 font-semibold text-info'
              : 'report-status flow-root font-semibold'
          }
        >
          {statusLine(report)}
          {lastCorrection
            ? `${report.status === 'corrected' ? '' : ' · Changed'} ${format.instant(lastCorrection.at)}`
            : ''}
          {signature ? ` · ${signature}` : ''}
          {report.computed_flags_present ? (
            <span className="font-normal text-ink">
              {' '}
              · Some flags are calculated, not sent by the laboratory.
            </span>
          ) : null}
        </p>
      )}
      <CriticalLines report={report} />
      <Details
        status={inSummary ? [statusLine(report), signature].filter(Boolean).join(' · ') : null}
        summary={
          compact
            ? [
                report.collected_at ? `Collected ${time('collected_at')}` : 'Collection time not known',
                report.lab?.name,
                specimens,
              ]
                .filter(Boolean)
                .join(' · ')
            : null
        }
      >
        <Fact label="Collected">{time('collected_at')}</Fact>
        <Fact label="Received">{time('received_at')}</Fact>
        <Fact label="Reported">{time('reported_at')}</Fact>
        <Fact label="Sign-off">{signature ?? REVIEW_STATUS_WORDS[report.review.status]}</Fact>
        <Fact label="Laboratory">{report.lab?.name ?? NOT_STATED}</Fact>
        <Fact label="Specimen">{specimens || NOT_STATED}</Fact>
        <Fact label="Ordering clinician">{orderedBy ?? NOT_STATED}</Fact>
        {report.accession_number === null && report.filler_order_number !== null ? (
          <Fact label={REPORT_NUMBER_WORDS.filler}>{report.filler_order_number}</Fact>
        ) : (
          <Fact label={REPORT_NUMBER_WORDS.accession}>{report.accession_number ?? NOT_STATED}</Fact>
        )}
      </Details>
      {report.specimens.map((specimen, index) =>
        specimen.rejected_reason || specimen.condition ? (
          <p key={index} className="mt-2">
            Specimen {specimen.type ?? ''}:{' '}
            {[specimen.condition, specimen.rejected_reason].filter(Boolean).join(', ')}
          </p>
        ) : null,
      )}
    </div>
  );
}

interface DetailsProps {
  /** Before the summary. */
  status: string | null;
  /** Null: the facts are always open. */
  summary: string | null;
  children: ReactNode;
}

function Details({ status, summary, children }: DetailsProps) {
  const facts = (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-4">
      {children}
    </dl>
  );
  if (summary === null) return facts;
  return (
    <details>
      <summary className="min-h-6 text-ink-2">
        {status ? <strong className="font-semibold text-ink">{status} · </strong> : null}
        <bdi>{summary}</bdi> <span className="ml-1 text-accent underline underline-offset-3">Details</span>
      </summary>
      <div className="mt-2">{facts}</div>
    </details>
  );
}
