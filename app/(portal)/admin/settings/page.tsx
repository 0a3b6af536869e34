import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { SettingsForm } from '@/components/admin/settings/settings-form';
import { Fact } from '@/components/ui/facts';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { UPLOAD_KEPT_MS } from '@/server/domain/documents/upload-rules';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { EVENT_DAYS } from '@/server/domain/webhooks/rules';

export const metadata: Metadata = { title: 'Settings' };

export default async function OrganizationSettingsPage() {
  const { caller, session, mayAdminister } = await getPageContext();
  const settings = mayAdminister ? await caller.organizations.getOrganizationSettings({}) : null;
  return (
    <MainArea>
      <PageHeading title="Settings">{session.orgName}</PageHeading>
      {settings ? (
        <>
          <SettingsForm settings={settings} zones={zonesWith(settings.time_zone)} />
          <Facts id="kept" title="What is kept how long">
            <Fact label="Patients, orders, results, documents">
              Without an end, results with all their versions. What was entered in error or withdrawn stays,
              and says so.
            </Fact>
            <Fact label="Deleted patients">
              Can be restored for {RESTORE_DAYS} days:{' '}
              <TextLink href="/admin/deleted-patients">Deleted patients</TextLink>. Afterwards nobody sees
              them any more; they stay stored.
            </Fact>
            <Fact label="Messages of laboratories">
              Without an end, byte for byte; of one larger than 20 MB the beginning.
            </Fact>
            <Fact label="Audit">Without an end: removing old acts would break its chain.</Fact>
            <Fact label="Events and deliveries of webhooks">{EVENT_DAYS} days.</Fact>
            <Fact label="Files that were sent and not filed">{UPLOAD_KEPT_MS / 3_600_000} hours.</Fact>
            <Fact label="To change this">
              It is the same for the whole service; there is no setting for it.
            </Fact>
          </Facts>
          <Facts id="elsewhere" title="Decided elsewhere">
            <Fact label="Name">
              <bdi>{session.orgName}</bdi>. It stands on printed pages and where people allow applications to
              connect; your operator changes it.
            </Fact>
            <Fact label="Second factor, sessions, life of API keys">
              <TextLink href="/admin/security">Security</TextLink>
            </Fact>
            <Fact label="Requests of a key in a minute">
              <TextLink href="/admin/api-keys">The page of the key</TextLink>
            </Fact>
          </Facts>
        </>
      ) : (
        <NotAllowed what="change these settings" />
      )}
    </MainArea>
  );
}

/** One that is in use stays to be chosen, even where the list has it under another name by now. */
function zonesWith(current: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...names].sort().map((value) => ({
    value,
    label: value === 'UTC' ? 'Universal time (UTC)' : value.replaceAll('_', ' '),
  }));
}

function Facts({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10 max-w-3xl border-t border-line pt-4">
      <SectionHeading id={id} title={title} />
      <dl className="*:grid *:gap-x-4 *:border-b *:border-line *:py-1.5 sm:*:grid-cols-[16rem_1fr]">
        {children}
      </dl>
    </section>
  );
}
