import { getPageContext } from '@/app/_lib/page-context';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { Fact } from '@/components/ui/facts';
import { PageHeading } from '@/components/ui/page-heading';
import { PlaceGrid } from '@/components/ui/place-grid';

export const metadata: Metadata = { title: 'Account' };

const PLACES = [
  { href: '/account/display', title: 'Display', children: 'Theme, density, shortcuts and alerts.' },
  { href: '/account/absence', title: 'Absence', children: 'Who covers your inbox while you are away.' },
  { href: '/account/password', title: 'Password', children: 'Change your password.' },
  {
    href: '/account/security',
    title: 'Security',
    children: 'Authenticator app, passkeys and recovery codes.',
  },
  { href: '/account/sessions', title: 'Sessions', children: 'Devices on which you are signed in.' },
  {
    href: '/account/apps',
    title: 'Connected applications',
    children: 'Applications that act on your behalf.',
  },
  {
    href: '/account/organizations',
    title: 'Organizations',
    children: 'Organizations you belong to. Switch between them.',
  },
];

export default async function AccountPage() {
  const { session } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="Account" />
      <dl className="mb-6 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Name">{session.userName}</Fact>
        <Fact label="Email">{session.email}</Fact>
        <Fact label="Organization">{session.orgName}</Fact>
        <Fact label="Role">{ROLE_WORDS[session.role]}</Fact>
      </dl>
      <PlaceGrid places={PLACES} />
    </MainArea>
  );
}
