import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { adminPage } from '@/app/_lib/admin-page';
import { zonesWith } from '@/app/_lib/zones';
import { MainArea } from '@/components/shell/main-area';
import { LogoForm } from '@/components/admin/settings/logo-form';
import { SettingsForm } from '@/components/admin/settings/settings-form';
import { Fact } from '@/components/ui/facts';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { UPLOAD_KEPT_MS } from '@/server/domain/documents/upload-limits';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';

export const metadata: Metadata = { title: 'Settings' };

export default adminPage('get_organization_settings', async ({ caller, session }) => {
  const settings = await caller.organizations.getOrganizationSettings({});
  return (
    <MainArea>
      <PageHeading title="Settings" />
      <SettingsForm
        settings={settings}
        zones={zonesWith(settings.time_zone).map((value) => ({
          value,
          label: value === 'UTC' ? 'Universal time (UTC)' : value.replaceAll('_', ' '),
        }))}
      />
      <div className="mt-10 grid gap-x-16 gap-y-10 border-t border-line pt-6 xl:grid-cols-2">
        <div className="space-y-10">
          <section aria-labelledby="logo" className="max-w-3xl">
            <SectionHeading id="logo" title="Logo" />
            <LogoForm logo={settings.logo} organization={session.orgName} />
          </section>
          <Facts id="elsewhere" title="Other settings">
            <Fact label="Name">
              <bdi>{session.orgName}</bdi>. Only the system operator can change it.
            </Fact>
            <Fact label="Second factor, sessions, API key lifetime">
              <TextLink href="/admin/security">Security settings</TextLink>
            </Fact>
            <Fact label="Rate limit of an API key">
              <TextLink href="/admin/api-keys">API keys</TextLink>
            </Fact>
          </Facts>
        </div>
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
      </div>
    </MainArea>
  );
});

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
