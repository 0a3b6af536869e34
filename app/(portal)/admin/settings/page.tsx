import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { SettingsForm } from '@/components/organisation/settings-form';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { openPortal } from '../../open-portal';

export const metadata: Metadata = { title: 'Settings · Clinical Data Service' };

export default async function OrganisationSettingsPage() {
  const { caller, session, zone, mayAdminister } = await openPortal();
  const settings = mayAdminister ? await caller.organisations.getOrganisationSettings({}) : null;
  return (
    <MainArea>
      <PageHeading title="Settings">{session.orgName}</PageHeading>
      {settings ? (
        <>
          <SettingsForm settings={settings} />
          <section aria-labelledby="elsewhere" className="mt-10 max-w-3xl border-t border-line pt-4">
            <SectionHeading id="elsewhere" title="Decided elsewhere" />
            <dl>
              <Fact name="Name">
                {session.orgName}. It stands on printed pages and where people allow applications to connect;
                your operator changes it.
              </Fact>
              <Fact name="Time zone">
                {zone === 'UTC' ? 'Universal time' : zone}. Clinical times are shown in it; your operator
                changes it.
              </Fact>
              <Fact name="Second factor, sessions, life of API keys">
                <TextLink href="/admin/security">Security</TextLink>
              </Fact>
              <Fact name="Requests of a key in a minute">
                <TextLink href="/admin/api-keys">The page of the key</TextLink>
              </Fact>
              <Fact name="Deleted patients">
                Can be restored for {RESTORE_DAYS} days:{' '}
                <TextLink href="/admin/deleted-patients">Deleted patients</TextLink>
              </Fact>
            </dl>
          </section>
        </>
      ) : (
        <NotAllowed what="change these settings" />
      )}
    </MainArea>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[16rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
