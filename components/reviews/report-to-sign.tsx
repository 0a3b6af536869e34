/** A report as it is read to be signed: what changed since the last signature, its values, its trail and the signature. */
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { CorrectionList } from '../lab-results/corrections';
import { Report } from '../lab-results/report';
import { reportTitle } from '../lab-results/report-title';
import { ReviewTrail } from './review-trail';
import { SignPanel, type SignPanelProps } from './sign-panel';

export interface ReadToSign {
  report: LabResult;
  review: ReviewState;
  orderedBy: string | null;
  /** Undefined: there is one only, or they could not be read. */
  versions: ResultVersions['data'] | undefined;
}

export type ReportToSignProps = ReadToSign & Omit<SignPanelProps, 'review' | 'title'>;

export function ReportToSign({ report, review, orderedBy, versions, ...panel }: ReportToSignProps) {
  const { zone } = panel;
  const whole = <Report {...{ report, zone, orderedBy, versions }} linked />;
  const changed = review.group !== null && review.signed_version !== null;
  return (
    <>
      {changed ? (
        <section aria-labelledby="changed-since" className="mb-4">
          <h3 id="changed-since" className="font-semibold">
            Changed since version {review.signed_version} was signed
          </h3>
          <CorrectionList {...{ report, versions, zone }} since={review.signed_version!} />
        </section>
      ) : null}
      {changed && review.group !== 'critical' ? (
        <details className="mb-4">
          <summary className="font-semibold underline">Show the whole report</summary>
          <div className="mt-3">{whole}</div>
        </details>
      ) : (
        whole
      )}
      <ReviewTrail review={review} zone={zone} />
      {review.group === null || (review.only_seen && review.seen) ? null : (
        <SignPanel
          key={`${report.id} ${report.version}`}
          {...panel}
          review={review}
          title={reportTitle(report)}
        />
      )}
    </>
  );
}
