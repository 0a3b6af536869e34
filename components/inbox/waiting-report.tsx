/** In a chart: the gravest report that waits, open to be read and signed where the patient is opened. */
import { TextLink } from '../ui/text-link';
import { OPEN_REPORT } from './report-focus';
import { ReportToSign, type ReadToSign, type ReportToSignProps } from './report-to-sign';

export interface Waiting extends ReadToSign {
  /** Nothing else waits in this chart. */
  last: boolean;
}

interface WaitingReportProps extends Waiting, Pick<ReportToSignProps, 'patientName' | 'self'> {
  /** Address of the chart: after a signature it shows the next one. */
  chart: string;
}

export function WaitingReport({ chart, ...read }: WaitingReportProps) {
  const { report, review } = read;
  return (
    <section aria-labelledby={OPEN_REPORT} className="waiting">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <h2 id={OPEN_REPORT} tabIndex={-1} className="text-value font-semibold">
          {review.only_seen ? 'Waits to be seen' : 'Waits for a signature'}
        </h2>
        <TextLink href={`${chart}/results/${report.id}`}>Open with its course</TextLink>
        {read.last ? null : <TextLink href={`${chart}/results`}>Others wait after it</TextLink>}
      </div>
      <ReportToSign {...read} next={chart} />
    </section>
  );
}
