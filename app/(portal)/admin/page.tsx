import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { load } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { getInboxAlarm } from '@/app/_lib/report';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { feedsInWords } from '@/components/admin/laboratories/feed-health';
import { UnsignedCritical } from '@/components/inbox/inbox-count';
import { inboxHref } from '@/components/inbox/inbox-place';
import type { ShownError } from '@/components/ui/error-message';
import { Icon } from '@/components/ui/icons';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { PlaceGrid } from '@/components/ui/place-grid';
import { TextLink } from '@/components/ui/text-link';
import { webhooksInWords } from '@/components/admin/webhooks/health';
import { keyMarks, WARN_DAYS } from '@/server/domain/api-keys/rules';
import type { AdminOverview } from '@/server/domain/admin-overview/contract';
import { DAYS, MOST_COUNTED } from '@/server/domain/admin-overview/rules';

export const metadata: Metadata = { title: 'Admin' };

interface Place {
  href: string;
  title: string;
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
}

const SINGLE_SIGN_ON = { off: 'Off.', on: 'On.', enforced: 'Enforced for all users.' };
const SECOND_FACTOR = {
  optional: 'Second factor optional.',
  admins: 'Second factor required for administrators.',
  everyone: 'Second factor required for all users.',
};

/** In the order of the navigation. */
function placesOf(overview: AdminOverview, of: Record<'feeds' | 'keys' | 'hooks', Place>): Place[] {
  return [
    {
      href: '/admin/people',
      title: 'People',
      figure: [overview.members, overview.members === 1 ? 'member' : 'members'],
      make: ['/admin/people/invite', 'Invite user'],
    },
    {
      href: '/admin/settings',
      title: 'Settings',
      figure: [overview.critical_minutes, 'minutes until an unsigned critical result escalates'],
    },
    {
      href: '/admin/deleted-patients',
      title: 'Deleted patients',
      figure: [overview.deleted_patients, 'can be restored'],
    },
    { href: '/admin/erasures', title: 'Erased patients', figure: [overview.erased_patients, 'erased'] },
    of.feeds,
    of.keys,
    of.hooks,
    {
      href: '/admin/apps',
      title: 'Applications',
      figure: [overview.applications, 'registered'],
      make: ['/admin/apps/new', 'Register application'],
    },
    {
      href: '/admin/sandboxes',
      title: 'Sandboxes',
      figure: [overview.sandboxes, overview.sandboxes === 1 ? 'sandbox' : 'sandboxes'],
    },
    {
      href: '/admin/security',
      title: 'Security settings',
      sentence: SECOND_FACTOR[overview.second_factor],
    },
    {
      href: '/admin/single-sign-on',
      title: 'Single sign-on',
      sentence: SINGLE_SIGN_ON[overview.single_sign_on],
    },
    {
      href: '/admin/audit?topic=sign_ins',
      title: 'Audit log',
      figure: [overview.denied, 'denied or failed in 24 h'],
    },
    {
      href: '/admin/security-events',
      title: 'Security events',
      figure: [overview.security_events, 'failed sign-ins and resets in 24 h'],
    },
    {
      href: '/admin/privacy',
      title: 'Privacy',
      figure: [overview.chart_accesses, `restricted charts opened in ${DAYS} days`],
    },
  ];
}

export default adminPage(async ({ caller, now, format }) => {
  const [alarm, read, feeds, hooks, keys, health] = await Promise.all([
    getInboxAlarm(),
    load(caller.adminOverview.getAdminOverview({})),
    load(caller.labConnections.getFeedHealth({})),
    load(caller.webhooks.listWebhooks({ limit: 100 })),
    load(caller.apiKeys.listApiKeys({ limit: 100, state: 'working' })),
    load(caller.webhooks.listWebhookHealth({})),
  ]);
  const ending = keys.value?.data.filter((key) => keyMarks(key, now).includes('expiring')).length ?? 0;
  const active = keys.value?.data.length ?? 0;
  const hasMoreKeys = keys.value?.has_more ?? false;
  const own = {
    feeds: {
      href: '/admin/lab-connections',
      title: 'Laboratories and hospitals',
      error: feeds.error,
      ...(feeds.value ? feedsInWords(feeds.value, format) : {}),
      make: ['/admin/lab-connections/new', 'New connection'],
    },
    keys: {
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
          : { figure: [active, active === 1 ? 'active key' : 'active keys'] as const }),
      make: ['/admin/api-keys/new', 'New key'],
    },
    hooks: {
      href: '/admin/webhooks',
      title: 'Webhooks',
      // Without the counts, "all healthy" would be a guess.
      error: hooks.error ?? health.error,
      ...(hooks.value && health.value ? webhooksInWords(hooks.value.data, health.value.data, now) : {}),
      make: ['/admin/webhooks/new', 'New webhook'],
    },
  } satisfies Record<string, Place>;
  const places: Place[] = [
    {
      href: inboxHref({ scope: 'everyone', kind: 'critical' }),
      title: 'Critical results',
      error: alarm?.error ?? null,
      hasProblem: (alarm?.value?.unsigned ?? 0) > 0,
      live: alarm?.value ? <UnsignedCritical alarm={alarm.value} /> : null,
    },
    ...(read.value ? placesOf(read.value, own) : [own.feeds, own.keys, own.hooks]),
  ];
  const isProblem = ({ error, hasProblem }: Place) => Boolean(error) || hasProblem === true;
  const ordered = [...places.filter(isProblem), ...places.filter((place) => !isProblem(place))];
  return (
    <MainArea>
      <PageHeading title="Overview" />
      {read.error ? (
        <FailedPart
          what="The other figures"
          error={read.error}
          again="/admin"
          rest="The pages are complete."
          className="mb-4"
        />
      ) : null}
      <PlaceGrid
        places={ordered.map((place) => ({
          href: place.href,
          title: place.title,
          children: (
            <>
              <PlaceStatus place={place} />
              {place.make ? (
                <TextLink href={place.make[0]} className="target inline-flex min-h-6 items-center">
                  {place.make[1]}
                </TextLink>
              ) : null}
            </>
          ),
        }))}
      />
    </MainArea>
  );
});

function PlaceStatus({ place }: { place: Place }) {
  const { error, figure, live, hasProblem = false, sentence, counts } = place;
  if (error) return <FailedPart what="The status" error={error} again="/admin" className="mt-1" />;
  if (live !== undefined) return live;
  if (figure) {
    const [number, words] = figure;
    return (
      <p>
        <span className="text-section font-semibold">
          {number > MOST_COUNTED ? `${MOST_COUNTED}+` : number}
        </span>{' '}
        {words}
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
