/** The most severe unsigned report of a chart, open to be read and signed on the summary page. */
import { reportTitle } from '../results/report-title';
import { TextLink } from '../ui/text-link';
import { OPEN_REPORT } from './report-focus';
import { ReportToSign, type ReadToSign, type ReportToSignProps } from './report-to-sign';

export interface Unsigned extends ReadToSign {
  /** It is the only unsigned report of the chart. */
  last: boolean;
}

interface UnsignedReportProps
  extends Unsigned, Pick<ReportToSignProps, 'patientName' | 'patientLine' | 'self' | 'lines'> {
  /** URL of the chart, which then shows the next unsigned report. */
  chart: string;
}

export function UnsignedReport({ chart, ...read }: UnsignedReportProps) {
  const { report, review } = read;
  return (
    <section aria-labelledby={OPEN_REPORT} className="unsigned-report">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <h2 id={OPEN_REPORT} tabIndex={-1} className="text-section font-semibold">
          {review.only_seen ? 'Preliminary, not seen' : 'Awaiting signature'}: {reportTitle(report)}
        </h2>
        <TextLink href={`${chart}/results/${report.id}`}>Open with trends</TextLink>
        {read.last ? null : <TextLink href={`${chart}/results`}>More reports to sign</TextLink>}
      </div>
      <ReportToSign {...read} next={chart} />
    </section>
  );
}
