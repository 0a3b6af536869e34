/** What became of a report: filed, set aside or rejected, by whom, when and why. */
import { useFormat } from '#format';
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { isolate } from '../format/isolate';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { patientName } from './texts';

const WORDS = { parked: 'Set aside', rejected: 'Rejected' } as const;

export function DecidedReport({ report }: { report: UnmatchedReportDetail }) {
  const format = useFormat();
  const { state, decided, reason, filed_to: to } = report;
  const isAside = state === 'parked' || state === 'rejected';
  const by = decided?.by_name ? ` by ${isolate(decided.by_name)}` : '';
  const when = decided ? `${format.instant(decided.at)}${by}.` : isAside ? '' : 'Automatically.';
  return (
    <Notice
      kind={isAside ? 'info' : 'success'}
      word={isAside ? WORDS[state] : 'Filed'}
      className="mb-5 max-w-prose"
    >
      {isAside ? null : to ? (
        <>
          To <bdi>{patientName(to.patient)}</bdi>.{' '}
        </>
      ) : (
        'The chart is no longer available. '
      )}
      {when}
      {reason ? (
        <span className="mt-1 block wrap-anywhere">
          Reason: “<bdi>{reason}</bdi>”
        </span>
      ) : null}
      {to ? (
        <TextLink
          href={`/patients/${to.patient.id}/results${to.result_id ? `/${to.result_id}` : ''}`}
          className="mt-1 block"
        >
          Open in chart
        </TextLink>
      ) : null}
    </Notice>
  );
}
