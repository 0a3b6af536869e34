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
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';
import { webhooksInWords } from '@/components/admin/webhooks/health';
import { keyMarks, WARN_DAYS } from '@/server/domain/api-keys/rules';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Admin' };

interface Place {
  href: string;
  title: string;
  error: ShownError | null;
  sentence: string;
  hasProblem: boolean;
  /** Replaces the sentence if it changes while the page is open. */
  live?: ReactNode;
  /** The most frequent action. */
  make?: [href: string, words: string];
}

const NOT_READ = { sentence: '', hasProblem: false };

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
      title: 'Critical reports',
      error: alarm?.error ?? null,
      ...NOT_READ,
      live: alarm?.value ? <UnsignedCritical alarm={alarm.value} /> : null,
    },
    {
      href: '/admin/people',
      title: 'People',
      error: people.error,
      sentence: `${people.value?.has_more ? 'More than 100 members' : count(people.value?.data.length ?? 0, 'member')}. Invite users, change roles, remove users.`,
      hasProblem: false,
    },
    {
      href: '/admin/lab-connections',
      title: 'Laboratories',
      error: feeds.error,
      ...(feeds.value ? feedsInWords(feeds.value, format) : NOT_READ),
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
    {
      href: '/admin/deleted-patients',
      title: 'Deleted patients',
      error: null,
      sentence: `Restore patients within ${RESTORE_DAYS} days of deletion.`,
      hasProblem: false,
    },
  ];
  return (
    <MainArea>
      <PageHeading title="Admin" />
      <ul className="max-w-3xl border-t-2 border-ink">
        {places.map((place) => (
          <li key={place.href} className="border-b border-line py-3">
            <h2 className="text-section font-semibold">
              <TextLink href={place.href}>{place.title}</TextLink>
            </h2>
            {place.error ? (
              <FailedPart what="The status" error={place.error} again="/admin" className="mt-1" />
            ) : place.live !== undefined ? (
              place.live
            ) : (
              <p className={place.hasProblem ? 'font-semibold text-abnormal' : ''}>{place.sentence}</p>
            )}
            {place.make ? <TextLink href={place.make[0]}>{place.make[1]}</TextLink> : null}
          </li>
        ))}
      </ul>
    </MainArea>
  );
});
