import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { LogoForm } from '@/components/admin/settings/logo-form';
import { RetentionForm } from '@/components/admin/settings/retention-form';
import { SettingsForm } from '@/components/admin/settings/settings-form';
import { Fact } from '@/components/ui/facts';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { UPLOAD_KEPT_MS } from '@/server/domain/documents/upload-limits';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Settings' };

export default adminPage(async ({ caller, session }) => {
  const settings = await caller.organizations.getOrganizationSettings({});
  return (
    <MainArea>
      <PageHeading title="Settings" />
      <div className="gap-x-16 gap-y-10 max-xl:space-y-10 xl:grid xl:max-w-none xl:grid-cols-2">
        <div className="max-w-3xl space-y-10">
          <section aria-labelledby="general">
            <SectionHeading id="general" title="General" />
            <p className="mb-4 text-ink-2">For all users of the organization.</p>
            <SettingsForm settings={settings} zones={zonesWith(settings.time_zone)} />
          </section>
          <section aria-labelledby="logo">
            <SectionHeading id="logo" title="Logo" />
            <LogoForm logo={settings.logo} organization={session.orgName} />
          </section>
        </div>
        <section aria-labelledby="kept" className="max-w-3xl">
          <SectionHeading id="kept" title="Data retention" />
          <p className="mb-4 text-ink-2">
            Data is removed automatically when its period ends, except charts.
          </p>
          <RetentionForm settings={settings} />
        </section>
        <Facts id="other-data" title="Other data">
          <Fact label="Patients, orders, results, documents">
            Until an administrator <TextLink href="/admin/erasures">erases</TextLink> the patient, with all
            versions. Withdrawn records stay and are marked.
          </Fact>
          <Fact label="Deleted patients">
            <TextLink href="/admin/deleted-patients">Restorable</TextLink> for {RESTORE_DAYS} days, then
            hidden but stored until erased.
          </Fact>
          <Fact label="Unfiled uploads">{UPLOAD_KEPT_MS / 3_600_000} hours.</Fact>
        </Facts>
        <Facts id="elsewhere" title="Other settings">
          <Fact label="Name">
            <bdi>{session.orgName}</bdi>. Only the system operator can change it.
          </Fact>
          <Fact label="Second factor, sessions, API key lifetime">
            <TextLink href="/admin/security">Security</TextLink>
          </Fact>
          <Fact label="Rate limit of an API key">
            <TextLink href="/admin/api-keys">API keys</TextLink>
          </Fact>
        </Facts>
      </div>
    </MainArea>
  );
});

/** The current time zone is always offered, even if the runtime has renamed it. */
function zonesWith(current: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...names].sort().map((value) => ({
    value,
    label: value === 'UTC' ? 'Universal time (UTC)' : value.replaceAll('_', ' '),
  }));
}

function Facts({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="max-w-3xl">
      <SectionHeading id={id} title={title} />
      <dl className="*:grid *:items-baseline *:gap-x-4 *:border-b *:border-line *:py-1.5 sm:*:grid-cols-[16rem_1fr]">
        {children}
      </dl>
    </section>
  );
}
