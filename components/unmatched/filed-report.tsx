/** The filed report with the same number, for comparison. */
import { useFormat } from '#format';
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { LinePages, type LinePageHref } from './line-pages';
import { Panels } from './sent-report';
import { NOT_SENT, patientName } from './texts';

type Filed = NonNullable<UnmatchedReportDetail['filed_version']>;

interface FiledReportProps {
  filed: Filed;
  /** Page of lines, from 1. */
  page: number;
  lineHref: LinePageHref;
}

export function FiledReport({ filed, page, lineHref }: FiledReportProps) {
  const format = useFormat();
  const reported = filed.reported_at
    ? format.clinical(filed.reported_at, filed.reported_at_precision)
    : NOT_SENT.toLowerCase();
  const collected = filed.collected_at
    ? format.clinical(filed.collected_at, filed.collected_at_precision)
    : NOT_SENT.toLowerCase();
  return (
    <section aria-labelledby="filed">
      <SectionHeading id="filed" title="Filed report with the same number" />
      <p className="mb-3 wrap-anywhere">
        <TextLink href={`/patients/${filed.patient_id}/results/${filed.result_id}`}>
          Report for <bdi>{patientName(filed.patient)}</bdi>
        </TextLink>
        , version {filed.version}. Collected: {collected}. Reported: {reported}.
      </p>
      <Panels panels={filed.panels} notes={filed.notes} />
      <LinePages
        section="Filed report with the same number"
        total={filed.lines_total}
        page={page}
        href={lineHref}
      />
    </section>
  );
}
