/** The first thing of the day: unsigned critical results, in the color that is used for nothing else. */
import { useFormat } from '#format';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import type { Today } from '@/server/domain/today/contract';
import { isolate } from '../format/isolate';
import { namesakesOf } from '../format/names';
import { CriticalValue } from '../inbox/critical-value';
import { counted } from '../format/counted';
import { inboxHref } from '../inbox/inbox-place';
import { UnsignedFor } from '../inbox/unsigned-for';
import { MicroIdentity } from '../patients/micro-identity';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { TextLink } from '../ui/text-link';
import { NoCritical, UnlessChanged } from './today-updated';

type Row = NonNullable<Today['critical']>['data'][number];

interface CriticalStripProps {
  critical: NonNullable<Today['critical']>;
  /** Others read the results in the chart. */
  maySign: boolean;
  /** Null for them. */
  alarm: InboxAlarm | null;
  today: string;
  now: number;
}

const ASSIGNED = { self: 'Assigned to you', covered: 'You are covering' };

/** The assignee as on the report. One who has left is not named. */
const assigneeWords = ({ assignee, assignee_name: name }: Row): string =>
  assignee === null
    ? 'Unassigned'
    : assignee === 'other'
      ? `Assigned to ${name ? isolate(name) : 'a clinician'}`
      : ASSIGNED[assignee];

export function CriticalStrip({ critical: { count, data }, maySign, alarm, today, now }: CriticalStripProps) {
  const format = useFormat();
  if (count === 0)
    return (
      <NoCritical
        alarm={alarm}
        words={maySign ? 'No critical results for you to sign.' : 'No unsigned critical results.'}
      />
    );
  const namesakes = namesakesOf(data.map(({ patient }) => patient));
  return (
    <section aria-labelledby="critical" className="mb-5 border-2 border-critical bg-critical-tint">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
        <h2 id="critical" className="flex items-center gap-2 text-title font-semibold text-critical">
          <Icon name="problem" className="size-5 shrink-0" />
          {counted(count)} {maySign ? '' : 'unsigned '}critical {count === 1 ? 'result' : 'results'}
          {maySign ? ' to sign' : ''}
        </h2>
        {maySign ? (
          <LinkButton href={inboxHref({ scope: data[0]!.scope }, data[0]!.id)}>Review now</LinkButton>
        ) : null}
      </div>
      <ul data-live-rows="" className="divide-y divide-line border-t border-line bg-paper">
        {data.map((one) => (
          <li
            key={one.id}
            className="grid items-baseline gap-x-6 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)]"
          >
            <TextLink
              href={
                maySign
                  ? inboxHref({ scope: one.scope }, one.id)
                  : `/patients/${one.patient.id}/results/${one.id}`
              }
              className="font-semibold wrap-anywhere"
            >
              <CriticalValue of={one} />
            </TextLink>
            <div className="min-w-0 wrap-anywhere">
              <MicroIdentity patient={one.patient} today={today} sameName={namesakes.has(one.patient.id)} />
            </div>
            <p className="text-sm text-ink-2">
              <UnlessChanged id={one.id}>
                {one.since === null ? null : (
                  <time dateTime={one.since} title={`Since ${format.instant(one.since)}`} className="block">
                    Unsigned for <UnsignedFor since={one.since} now={now} />
                  </time>
                )}
              </UnlessChanged>
              {one.told ? <span className="font-semibold text-critical">Escalated. </span> : null}
              {assigneeWords(one)}
            </p>
          </li>
        ))}
      </ul>
      {count > data.length ? (
        <p className="border-t border-line bg-paper px-4 py-2">
          {data.length} of {counted(count)} shown, longest unsigned first.{' '}
          {maySign ? (
            <TextLink href={inboxHref({ scope: 'everyone', kind: 'critical' })}>
              All critical results
            </TextLink>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}
