import type { Metadata } from 'next';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { feedsInWords } from '@/components/lab-feeds/feed-health';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { warningsOf } from '@/components/webhooks/health';
import { isPaused, WARN_AFTER_DAYS as WEBHOOK_DAYS } from '@/server/domain/webhooks/rules';
import { keyMarks, WARN_DAYS } from '@/server/domain/api-keys/rules';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { openPortal, settle } from '../open-portal';

export const metadata: Metadata = { title: 'Admin · Clinical Data Service' };

export default async function AdminPage() {
  const { caller, now, zone, mayAdminister } = await openPortal();
  if (!mayAdminister) {
    return (
      <MainArea>
        <PageHeading title="Admin" />
        <NotAllowed what="administer this organisation" />
      </MainArea>
    );
  }
  const [people, feeds, webhooks, keys, health] = await Promise.all([
    settle(caller.people.listPeople({ limit: 100 })),
    settle(caller.labConnections.getFeedHealth({})),
    settle(caller.webhooks.listWebhooks({ limit: 100 })),
    settle(caller.apiKeys.listApiKeys({ limit: 100, state: 'working' })),
    settle(caller.webhooks.listWebhookHealth({})),
  ]);
  const failing =
    webhooks.value?.data.filter((hook) => hook.status === 'failing' || (!hook.enabled && !isPaused(hook)))
      .length ?? 0;
  const warned = warningsOf(health.value?.data ?? [], now);
  const warnings = [
    ...(warned.failing > 0
      ? [`${count(warned.failing, 'webhook')} failing for ${WEBHOOK_DAYS} days or more.`]
      : []),
    ...(warned.givenUp > 0
      ? [`Messages of ${count(warned.givenUp, 'webhook')} were given up in 7 days.`]
      : []),
  ].join(' ');
  const ending = keys.value?.data.filter((key) => keyMarks(key, now).includes('expiring')).length ?? 0;
  const members = people.value?.data.length ?? 0;
  const places = [
    {
      href: '/admin/people',
      title: 'People',
      sentence: !people.value
        ? people.error.sentence
        : `${people.value.has_more ? 'More than 100 members' : count(members, 'member')}. Invite, change roles, end memberships.`,
      troubled: false,
    },
    {
      href: '/admin/lab-connections',
      title: 'Laboratories',
      ...(feeds.value
        ? feedsInWords(feeds.value, zone)
        : { sentence: feeds.error.sentence, troubled: false }),
    },
    {
      href: '/admin/webhooks',
      title: 'Webhooks',
      sentence: !webhooks.value
        ? webhooks.error.sentence
        : webhooks.value.data.length === 0
          ? 'None. Partners learn of results only by polling until you add one.'
          : failing > 0
            ? `${count(failing, 'webhook')} of ${webhooks.value.data.length} failing or off. ${warnings}`
            : `${count(webhooks.value.data.length, 'webhook')}, none failing. ${warnings}`,
      troubled: failing > 0 || warnings !== '',
    },
    {
      href: '/admin/api-keys',
      title: 'API keys',
      sentence: !keys.value
        ? keys.error.sentence
        : `${count(keys.value.data.length, 'active key')}${ending > 0 ? `, ${ending} expiring within ${WARN_DAYS[0]} days` : ''}.`,
      troubled: ending > 0,
    },
    {
      href: '/admin/deleted-patients',
      title: 'Deleted patients',
      sentence: `Restore a patient within ${RESTORE_DAYS} days after the deletion.`,
      troubled: false,
    },
  ];
  return (
    <MainArea>
      <PageHeading title="Admin" />
      <ul className="max-w-3xl border-t-2 border-ink">
        {places.map((place) => (
          <li key={place.href} className="border-b border-line py-3">
            <h2 className="text-value font-semibold">
              <TextLink href={place.href}>{place.title}</TextLink>
            </h2>
            <p className={place.troubled ? 'font-semibold text-abnormal' : ''}>{place.sentence}</p>
          </li>
        ))}
      </ul>
    </MainArea>
  );
}
