import { SectionLinks } from './section-links';

const LINKS = [
  { href: '/account', label: 'Account' },
  { href: '/account/apps', label: 'Connected applications' },
  { href: '/account/absence', label: 'Absence' },
  { href: '/account/display', label: 'Display' },
  { href: '/account/password', label: 'Password' },
  { href: '/account/sessions', label: 'Sessions' },
  { href: '/account/organizations', label: 'Organizations' },
  { href: '/account/security', label: 'Security' },
];

export function AccountSections() {
  return <SectionLinks label="Account" links={LINKS} />;
}
