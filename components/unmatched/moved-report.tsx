/** What the address of a report says after the report was moved to the patient whose it is. */
import { useFormat } from '#format';
import type { ReportMove } from '@/server/domain/inbound-reports/contract';
import { isolate } from '../format/isolate';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

type Moved = NonNullable<ReportMove['moved']>;

interface MovedReportProps {
  moved: Moved;
  /** Where it was filed: in a chart, here. */
  from?: string;
}

export function MovedReport({ moved, from = 'here' }: MovedReportProps) {
  const format = useFormat();
  const { at, by_name: by, reason, to } = moved;
  return (
    <Notice kind="problem" word="Not of this patient" className="mb-5 max-w-prose">
      This report was filed {from} by mistake and moved {format.instant(at)}
      {by ? ` by ${isolate(by)}` : ''}. Whatever was read, noted or decided from it here was about somebody
      else.
      {reason ? (
        <span className="mt-1 block">
          Reason: “<bdi>{reason}</bdi>”
        </span>
      ) : null}
      <span className="mt-1 block">
        {to ? (
          <TextLink href={`/patients/${to.patient_id}/results/${to.id}`}>
            Open the report where it belongs
          </TextLink>
        ) : (
          'Where it belongs cannot be opened any more.'
        )}
      </span>
    </Notice>
  );
}
