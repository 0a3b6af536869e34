import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { load } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { getInboxAlarm } from '@/app/_lib/report';
import { count, noun } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { feedsInWords } from '@/components/admin/laboratories/feed-health';
import { UnsignedCritical } from '@/components/inbox/unsigned-critical';
import { inboxHref } from '@/components/inbox/inbox-place';
import type { ShownError } from '@/components/ui/error-message';
import { FactColumns, FactRows, type FactRow } from '@/components/ui/fact-rows';
import { Icon } from '@/components/ui/icons';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { webhooksInWords } from '@/components/admin/webhooks/health';
import { keyMarks, WARN_DAYS } from '@/server/domain/api-keys/rules';
import type { AdminOverview } from '@/server/domain/admin-overview/contract';
import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import { DAYS, MOST_COUNTED } from '@/server/domain/admin-overview/rules';

export const metadata: Metadata = { title: 'Admin' };

interface Place {
  /** Group of the page. */
  group: keyof typeof GROUPS;
  title: string;
  href?: string;
  error?: ShownError | null;
  /** The number that matters, and what it counts. */
  figure?: readonly [number, words: string];
  sentence?: string;
  hasProblem?: boolean;
  /** Next to a problem: what needs no action. */
  counts?: string;
  /** Replaces the sentence if it changes while the page is open. */
  live?: ReactNode;
  /** The most frequent action. */
  make?: readonly [href: string, words: string];
  /** Page on which the setting is changed. */
  edit?: string;
}

const GROUPS = {
  results: 'Results',
  signIn: 'Sign-in',
  organization: 'Organization',
  labs: 'Laboratories and hospitals',
  developers: 'Developers',
  security: 'Audit',
  retention: 'Retention',
};

const SINGLE_SIGN_ON = { off: 'Off', on: 'On', enforced: 'Enforced for all users' };
const SECOND_FACTOR = {
  optional: 'Optional',
  admins: 'Required for administrators',
  everyone: 'Required for all users',
};

const settingsOf = (settings: OrganizationSettings): Place[] => [
  {
    group: 'results',
    title: 'Escalation',
    sentence: `After ${settings.critical_minutes} minutes, to administrators after ${settings.critical_alarm_minutes}`,
    edit: '/admin/settings',
  },
  {
    group: 'signIn',
    title: 'Second factor',
    sentence: SECOND_FACTOR[settings.second_factor],
    edit: '/admin/security',
  },
  {
    group: 'signIn',
    title: 'Sign-out',
    sentence: `After ${settings.idle_minutes} minutes of inactivity`,
    edit: '/admin/security',
  },
  {
    group: 'organization',
    title: 'Time zone',
    sentence: settings.time_zone.replaceAll('_', ' '),
    edit: '/admin/settings',
  },
  {
    group: 'retention',
    title: 'Charts',
    sentence: `${count(settings.chart_retention_years, 'year')} after the last activity`,
    edit: '/admin/settings',
  },
  {
    group: 'retention',
    title: 'Received messages',
    sentence: count(settings.inbound_message_months, 'month'),
    edit: '/admin/settings',
  },
  {
    group: 'retention',
    title: 'Audit log',
    sentence: count(settings.audit_retention_years, 'year'),
    edit: '/admin/settings',
  },
];

const placesOf = (overview: AdminOverview): Place[] => [
  {
    group: 'organization',
    href: '/admin/people',
    title: 'People',
    figure: [overview.members, noun(overview.members, 'member')],
    make: ['/admin/people/invite', 'Invite user'],
  },
  {
    group: 'organization',
    href: '/admin/deleted-patients',
    title: 'Deleted patients',
    figure: [overview.deleted_patients, 'can be restored'],
  },
  {
    group: 'organization',
    href: '/admin/erasures',
    title: 'Erased patients',
    figure: [overview.erased_patients, 'erased'],
  },
  {
    group: 'developers',
    href: '/admin/apps',
    title: 'Applications',
    figure: [overview.applications, 'registered'],
    make: ['/admin/apps/new', 'Register application'],
  },
  {
    group: 'developers',
    href: '/admin/sandboxes',
    title: 'Sandboxes',
    figure: [overview.sandboxes, noun(overview.sandboxes, 'sandbox', 'sandboxes')],
  },
  {
    group: 'signIn',
    title: 'Single sign-on',
    sentence: SINGLE_SIGN_ON[overview.single_sign_on],
    edit: '/admin/single-sign-on',
  },
  {
    group: 'security',
    href: `/admin/audit?topic=denied&from=${overview.denied_since}`,
    title: 'Audit log',
    figure: [overview.denied, 'denied since yesterday'],
  },
  {
    group: 'security',
    href: `/admin/security-events?from=${overview.denied_since}`,
    title: 'Security events',
    figure: [
      overview.security_events,
      `${noun(overview.security_events, 'failed sign-in or reset', 'failed sign-ins and resets')} since yesterday`,
    ],
  },
  {
    group: 'security',
    href: '/admin/privacy',
    title: 'Privacy',
    figure: [
      overview.chart_accesses,
      `${noun(overview.chart_accesses, 'restricted chart')} opened in ${DAYS} days`,
    ],
  },
];

export default adminPage('get_admin_overview', async ({ caller, now, format }) => {
  const [alarm, read, settings, feeds, hooks, keys, health] = await Promise.all([
    getInboxAlarm(),
    load(caller.adminOverview.getAdminOverview({})),
    load(caller.organizations.getOrganizationSettings({})),
    load(caller.labConnections.getFeedHealth({})),
    load(caller.webhooks.listWebhooks({ limit: 100 })),
    load(caller.apiKeys.listApiKeys({ limit: 100, state: 'working' })),
    load(caller.webhooks.listWebhookHealth({})),
  ]);
  const ending = keys.value?.data.filter((key) => keyMarks(key, now).includes('expiring')).length ?? 0;
  const active = keys.value?.data.length ?? 0;
  const hasMoreKeys = keys.value?.has_more ?? false;
  const places: Place[] = [
    {
      group: 'results',
      href: inboxHref({ scope: 'everyone', kind: 'critical' }),
      title: 'Critical results',
      error: alarm?.error ?? null,
      hasProblem: (alarm?.value?.unsigned ?? 0) + (alarm?.value?.unmatched_critical ?? 0) > 0,
      live: alarm?.value ? <UnsignedCritical alarm={alarm.value} /> : null,
    },
    {
      group: 'labs',
      href: '/admin/lab-connections',
      title: 'Connections',
      error: feeds.error,
      ...(feeds.value ? feedsInWords(feeds.value, format) : {}),
      make: ['/admin/lab-connections/new', 'New connection'],
    },
    {
      group: 'developers',
      href: '/admin/api-keys',
      title: 'API keys',
      error: keys.error,
      ...(ending > 0
        ? {
            sentence: `${count(ending, 'key')} of ${hasMoreKeys ? `more than ${active}` : active} expiring within ${WARN_DAYS[0]} days.`,
            hasProblem: true,
          }
        : hasMoreKeys
          ? { sentence: `More than ${active} active keys.` }
          : { figure: [active, noun(active, 'active key')] as const }),
      make: ['/admin/api-keys/new', 'New key'],
    },
    {
      group: 'developers',
      href: '/admin/webhooks',
      title: 'Webhooks',
      // Without the counts, "all healthy" would be a guess.
      error: hooks.error ?? health.error,
      ...(hooks.value && health.value ? webhooksInWords(hooks.value.data, health.value.data, now) : {}),
      make: ['/admin/webhooks/new', 'New webhook'],
    },
    ...(read.value ? placesOf(read.value) : []),
    ...(settings.value ? settingsOf(settings.value) : []),
  ];
  const isProblem = ({ error, hasProblem }: Place) => Boolean(error) || hasProblem === true;
  const problems = places.filter(isProblem);
  const failed = read.error ?? settings.error;
  return (
    <MainArea>
      <PageHeading title="Overview" />
      {failed ? (
        <FailedPart
          what="The other figures"
          error={failed}
          again="/admin"
          rest="The pages are complete."
          className="mb-4"
        />
      ) : null}
      {problems.length > 0 ? (
        <FactRows id="attention" title="Needs attention" rows={problems.map(rowOf)} />
      ) : null}
      <FactColumns
        groups={Object.entries(GROUPS)
          .map(([id, title]) => ({
            id,
            title,
            rows: places.filter((place) => place.group === id && !isProblem(place)).map(rowOf),
          }))
          .filter(({ rows }) => rows.length > 0)}
      />
    </MainArea>
  );
});

const rowOf = (place: Place): FactRow => ({
  title: place.title,
  ...(place.href ? { href: place.href } : {}),
  value: <PlaceStatus place={place} />,
  action: place.make
    ? { href: place.make[0], words: place.make[1] }
    : place.edit
      ? { href: place.edit, words: 'Edit', name: `Edit: ${place.title}` }
      : undefined,
});

function PlaceStatus({ place }: { place: Place }) {
  const { error, figure, live, hasProblem = false, sentence, counts } = place;
  if (error) return <FailedPart what="The status" error={error} again="/admin" className="mt-1" />;
  if (live !== undefined) return live;
  if (figure) {
    const [number, words] = figure;
    return (
      <p>
        <span className="font-semibold">{number > MOST_COUNTED ? `${MOST_COUNTED}+` : number}</span> {words}
      </p>
    );
  }
  if (!hasProblem) return <p>{sentence}</p>;
  return (
    <>
      <p className="flex items-start gap-2 font-semibold text-abnormal">
        <Icon name="problem" className="mt-1 size-4 shrink-0" />
        {sentence}
      </p>
      {counts ? <p className="text-ink-2">{counts}</p> : null}
    </>
  );
}
