/** Shown in place of a report that was filed to the wrong patient and moved. */
import { useFormat } from '#format';
import type { ReportMove } from '@/server/domain/inbound-reports/contract';
import { isolate } from '../format/isolate';
import { WholeDates } from '../format/whole-dates';
import { GivenReason } from '../client/given-reason';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

export function MovedReport({ moved }: { moved: NonNullable<ReportMove['moved']> }) {
  const format = useFormat();
  const { at, by_name: by, reason, to } = moved;
  return (
    <Notice kind="problem" word="Wrong patient" className="mb-5 max-w-prose">
      This report was filed to the wrong patient. It was moved <WholeDates of={format.instant(at)} />
      {by ? ` by ${isolate(by)}` : ''}. Review any notes or decisions based on it.
      {reason ? (
        <span className="mt-1 block">
          <GivenReason reason={reason} />
        </span>
      ) : null}
      <span className="mt-1 block">
        {to ? (
          <TextLink href={`/patients/${to.patient_id}/results/${to.id}`}>Open in the correct chart</TextLink>
        ) : (
          'The correct chart is no longer available.'
        )}
      </span>
    </Notice>
  );
}
