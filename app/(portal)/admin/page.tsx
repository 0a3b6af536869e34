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
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Admin' };

interface Place {
  href: string;
  title: string;
  error?: ShownError | null;
  sentence: string;
  hasProblem?: boolean;
  /** Replaces the sentence if it changes while the page is open. */
  live?: ReactNode;
  /** The most frequent action. */
  make?: [href: string, words: string];
}

const NOT_READ = { sentence: '', hasProblem: false };

/** Without a status. */
const OTHERS: Place[] = [
  {
    href: '/admin/apps',
    title: 'Applications',
    sentence: 'Apps that users connect to their accounts.',
    make: ['/admin/apps/new', 'Register application'],
  },
  { href: '/admin/sandboxes', title: 'Sandboxes', sentence: 'Separate organizations with example data.' },
  {
    href: '/admin/security',
    title: 'Security',
    sentence: 'Second factor, inactivity, and lifetime of API keys.',
  },
  {
    href: '/admin/single-sign-on',
    title: 'Single sign-on',
    sentence: 'Identity provider sign-in and user provisioning.',
  },
  {
    href: '/admin/settings',
    title: 'Settings',
    sentence: 'Critical results, time zone, printouts, logo and retention.',
  },
  {
    href: '/admin/deleted-patients',
    title: 'Deleted patients',
    sentence: `Restore patients within ${RESTORE_DAYS} days of deletion.`,
  },
  { href: '/admin/privacy', title: 'Privacy', sentence: 'Restricted charts opened, and unusual access.' },
  { href: '/admin/audit', title: 'Audit log', sentence: 'All actions, including denied ones.' },
  {
    href: '/admin/security-events',
    title: 'Security events',
    sentence: 'Failed sign-ins and password resets.',
  },
];

export default adminPage(async ({ caller, now, format }) => {
  const [alarm, people, feeds, hooks, keys, health] = await Promise.all([
    getInboxAlarm(),
    load(caller.people.listPeople({ limit: 100 })),
    load(caller.labConnections.getFeedHealth({})),
    load(caller.webhooks.listWebhooks({ limit: 100 })),
    load(caller.apiKeys.listApiKeys({ limit: 100, state: 'working' })),
    load(caller.webhooks.listWebhookHealth({})),
  ]);
  const ending = keys.value?.data.filter((key) => keyMarks(key, now).includes('expiring')).length ?? 0;
  const places: Place[] = [
    {
      href: inboxHref({ scope: 'everyone', kind: 'critical' }),
      title: 'Critical results',
      error: alarm?.error ?? null,
      ...NOT_READ,
      hasProblem: (alarm?.value?.unsigned ?? 0) > 0,
      live: alarm?.value ? <UnsignedCritical alarm={alarm.value} /> : null,
    },
    {
      href: '/admin/people',
      title: 'People',
      error: people.error,
      sentence: `${people.value?.has_more ? 'More than 100 members' : count(people.value?.data.length ?? 0, 'member')}.`,
      make: ['/admin/people/invite', 'Invite user'],
    },
    {
      href: '/admin/lab-connections',
      title: 'Laboratories',
      error: feeds.error,
      ...(feeds.value ? feedsInWords(feeds.value, format) : NOT_READ),
      make: ['/admin/lab-connections/new', 'New connection'],
    },
    {
      href: '/admin/webhooks',
      title: 'Webhooks',
      // Without the counts, "all healthy" would be a guess.
      error: hooks.error ?? health.error,
      ...(hooks.value && health.value ? webhooksInWords(hooks.value.data, health.value.data, now) : NOT_READ),
      make: ['/admin/webhooks/new', 'New webhook'],
    },
    {
      href: '/admin/api-keys',
      title: 'API keys',
      error: keys.error,
      sentence: `${keys.value?.has_more ? 'More than 100 active keys' : count(keys.value?.data.length ?? 0, 'active key')}${ending > 0 ? `, ${ending} expiring within ${WARN_DAYS[0]} days` : ''}.`,
      hasProblem: ending > 0,
      make: ['/admin/api-keys/new', 'New key'],
    },
    ...OTHERS,
  ];
  const isProblem = ({ error, hasProblem }: Place) => Boolean(error) || hasProblem === true;
  const ordered = [...places.filter(isProblem), ...places.filter((place) => !isProblem(place))];
  return (
    <MainArea>
      <PageHeading title="Admin" />
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

function PlaceStatus({ place: { error, live, hasProblem = false, sentence } }: { place: Place }) {
  if (error) return <FailedPart what="The status" error={error} again="/admin" className="mt-1" />;
  if (live !== undefined) return live;
  if (!hasProblem) return <p>{sentence}</p>;
  return (
    <p className="flex items-start gap-2 font-semibold text-abnormal">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      {sentence}
    </p>
  );
}
