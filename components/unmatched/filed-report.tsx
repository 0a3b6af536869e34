/** The report that is filed under the same number, next to the one that a person decides about. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { formatClinical } from '../format/dates';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { LinePages, type LinePageHref } from './line-pages';
import { Panels } from './sent-report';

type Filed = NonNullable<UnmatchedReportDetail['filed_version']>;

interface FiledReportProps {
  filed: Filed;
  zone: string;
  /** Of the lines, from 1. */
  page: number;
  lineHref: LinePageHref;
}

export function FiledReport({ filed, zone, page, lineHref }: FiledReportProps) {
  const reported = filed.reported_at
    ? formatClinical(filed.reported_at, zone, filed.reported_at_precision)
    : 'not sent';
  const collected = filed.collected_at
    ? formatClinical(filed.collected_at, zone, filed.collected_at_precision)
    : 'not sent';
  return (
    <section aria-labelledby="filed">
      <SectionHeading id="filed" title="Filed with the same number" />
      <p className="mb-3 wrap-anywhere">
        <TextLink href={`/patients/${filed.patient_id}/results/${filed.result_id}`}>
          Report of <bdi>{filed.patient_name}</bdi>
        </TextLink>
        , version {filed.version}. Collected: {collected}. Reported: {reported}.
      </p>
      <Panels panels={filed.panels} />
      <LinePages of="Filed with the same number" total={filed.lines_total} page={page} href={lineHref} />
    </section>
  );
}
