/** A report to be signed: changes since the last sign-off, results, history and the signing panel. */
import { useFormat } from '#format';
import type { LabResult } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { CorrectionList } from '../results/corrections';
import { Report, type LineOrder } from '../results/report';
import { reportName } from '../results/report-title';
import { signedBy, signedWords } from '../results/signed-by';
import { newestPlace } from './inbox-place';
import { NewerVersion } from './newer-version';
import { Fold } from '../ui/fold';
import { ForwardedNote } from './forwarded-note';
import { ReviewTrail } from './review-trail';
import { SignPanel, type SignPanelProps } from './sign-panel';
import { UnsentNoteSection } from './unsent-note';

export interface ReadToSign {
  report: LabResult;
  review: ReviewState;
  orderedBy: string | null;
  /** Undefined if there is only one, or they could not be read. */
  versions: ResultVersions['data'] | undefined;
}

export type ReportToSignProps = ReadToSign &
  Omit<SignPanelProps, 'review' | 'title' | 'missing'> & { lines: LineOrder };

export function ReportToSign({ report, review, orderedBy, versions, lines, ...panel }: ReportToSignProps) {
  const format = useFormat();
  const changed = review.group !== null && review.signed_version !== null;
  const isReviewed = review.group === null || (review.only_seen && review.seen);
  const whole = (
    <Report
      lines={lines}
      report={report}
      orderedBy={orderedBy}
      versions={versions}
      linked
      allLinesHref={`/patients/${report.patient_id}/results/${report.id}?lines=all`}
      correctionsUntil={changed ? review.signed_version! : undefined}
    />
  );
  const signed = changed ? signedBy(report, review.entries, review.signed_version!) : null;
  return (
    <>
      <NewerVersion
        key={`newer ${report.id} ${report.version}`}
        id={report.id}
        version={report.version}
        place={newestPlace(report.id, panel)}
        unsignedFor={isReviewed ? undefined : panel.self}
        assignee={review.reviewer?.id ?? null}
      />
      <ForwardedNote review={review} self={panel.self} />
      {changed ? (
        <section aria-labelledby="changed-since" className="mb-4">
          <h3 id="changed-since" className="font-semibold">
            Changed since version {review.signed_version} was signed
            {signed ? <span className="font-normal"> {signedWords(signed, format)}</span> : null}
          </h3>
          <CorrectionList report={report} versions={versions} since={review.signed_version!} />
          <div className="must-view" />
        </section>
      ) : null}
      {changed && review.group !== 'critical' ? (
        <div className="mb-4">
          <Fold title="Whole report" look="part">
            {whole}
          </Fold>
        </div>
      ) : (
        whole
      )}
      <div className="must-view" />
      <ReviewTrail review={review} />
      {isReviewed ? (
        <UnsentNoteSection key={report.id} review={review} />
      ) : (
        <SignPanel
          key={`${report.id} ${report.version}`}
          {...panel}
          review={review}
          title={reportName(report, format)}
          missing={report.status === 'partial' ? report.pending_tests : null}
        />
      )}
    </>
  );
}
