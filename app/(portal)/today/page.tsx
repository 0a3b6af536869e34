import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getPageContext } from '@/app/_lib/page-context';
import { getInboxAlarm } from '@/app/_lib/report';
import { LiveRows } from '@/components/client/live-rows';
import { formatDateWithDay } from '@/components/format/dates';
import { MainArea } from '@/components/shell/main-area';
import { CareCards } from '@/components/today/care-cards';
import { CriticalStrip } from '@/components/today/critical-strip';
import { HealthCards } from '@/components/today/health-cards';
import { TodayUpdated } from '@/components/today/today-updated';
import { UnmatchedCritical } from '@/components/today/unmatched-critical';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Today' };

/** Orders become overdue without an event. */
const OVERDUE_MS = 5 * 60_000;

export default async function TodayPage() {
  const { caller, session, today, now, mayReadPatients, maySign } = await getPageContext();
  if (!mayReadPatients) redirect('/admin/audit');
  const read = await caller.today.getToday({});
  const alarm = maySign ? ((await getInboxAlarm())?.value ?? null) : null;
  const { critical, to_sign: toSign, health } = read;
  const unmatched = [
    ...(read.unmatched?.data.filter(({ severity }) => severity === 'critical') ?? []),
    ...(read.unmatched?.critical_set_aside ?? []),
  ];
  // The only primary button: what to do first.
  const isSigningNext = critical?.count === 0 && toSign !== null && toSign.mine > 0;
  return (
    <MainArea>
      <PageHeading
        title="Today"
        actions={isSigningNext ? <LinkButton href="/inbox">Review results</LinkButton> : null}
      >
        <TodayUpdated
          day={formatDateWithDay(today)}
          asOf={read.as_of}
          alarm={alarm}
          shown={{
            count: (critical?.count ?? 0) + (alarm?.unmatched_critical ?? 0),
            ids: [...(critical?.data ?? []), ...unmatched].map(({ id }) => id),
          }}
        />
      </PageHeading>
      <LiveRows latestMs={OVERDUE_MS} since={session.position} />
      {critical ? (
        <CriticalStrip critical={critical} maySign={toSign !== null} alarm={alarm} today={today} now={now} />
      ) : null}
      <UnmatchedCritical reports={unmatched} now={now} />
      {health ? <HealthCards health={health} now={now} /> : null}
      <CareCards read={read} today={today} now={now} />
    </MainArea>
  );
}
