/** Critical results that no inbox shows, because they could not be matched to a patient. */
import { useFormat } from '#format';
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import { agoShort } from '../format/relative';
import { SevereValues } from '../results/severe-value';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { SentIdentity } from '../unmatched/sent-identity';

export function UnmatchedCritical({ reports, now }: { reports: readonly UnmatchedReport[]; now: number }) {
  const format = useFormat();
  const first = reports.find(({ newer_version_id: newer }) => newer === null) ?? reports[0];
  if (!first) return null;
  return (
    <section aria-labelledby="unmatched-critical" className="mb-5 border-2 border-critical bg-critical-tint">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
        <h2
          id="unmatched-critical"
          className="flex items-center gap-2 text-section font-semibold text-critical"
        >
          <Icon name="problem" className="size-5 shrink-0" />
          Unmatched critical {reports.length === 1 ? 'result' : 'results'}
        </h2>
        <LinkButton href={`/unmatched/${first.id}`}>Match now</LinkButton>
      </div>
      <ul data-live-rows="" className="divide-y divide-line border-t border-line bg-paper">
        {reports.map((report) => (
          <li
            key={report.id}
            className="grid items-baseline gap-x-6 px-4 py-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)]"
          >
            <SevereValues values={report.values} />
            <div className="min-w-0 wrap-anywhere">
              <SentIdentity report={report} />
            </div>
            <time
              dateTime={report.received_at}
              title={format.instant(report.received_at)}
              className="text-sm text-ink-2"
            >
              Received {agoShort(report.received_at, now)}
              {report.state === 'parked' ? ', set aside' : ''}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
