/** In a chart: the gravest report that waits, open to be read and signed where the patient is opened. */
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';
import { OPEN_REPORT } from './report-focus';
import { ReportToSign, type ReportToSignProps } from './report-to-sign';

export interface Waiting extends Pick<ReportToSignProps, 'report' | 'review' | 'orderedBy' | 'versions'> {
  /** How many wait in this chart beside it. */
  others: number;
  /** That many, and more. */
  hasMore: boolean;
}

interface WaitingReportProps extends Waiting, Pick<ReportToSignProps, 'patientName' | 'self' | 'zone'> {
  /** Address of the chart: after a signature it shows the next one. */
  chart: string;
}

export function WaitingReport({ others, hasMore, chart, ...read }: WaitingReportProps) {
  const { report, review } = read;
  return (
    <section aria-labelledby={OPEN_REPORT} className="waiting">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <h2 id={OPEN_REPORT} tabIndex={-1} className="text-value font-semibold">
          {review.only_seen ? 'Waits to be seen' : 'Waits for a signature'}
        </h2>
        <TextLink href={`${chart}/results/${report.id}`}>Open with its course</TextLink>
        {others > 0 ? (
          <TextLink href={`${chart}/results`}>
            {hasMore ? 'At least ' : ''}
            {count(others, 'other report')} after it
          </TextLink>
        ) : null}
      </div>
      <ReportToSign {...read} next={chart} last={others === 0} />
    </section>
  );
}
